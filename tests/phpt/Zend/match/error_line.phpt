--TEST--
An unhandled match is where the last condition is
--FILE--
<?php
$x = 5;
function line(callable $f): void
{
    try {
        $f();
    } catch (UnhandledMatchError $e) {
        echo $e->getLine(), ' ', $e->getMessage(), "\n";
    }
}
line(fn() => match ($x . 'y')
{
    'a' => 1,
    'b' => 2,
});
line(fn() => match ($x)
{
    $x + 1 => 1,
    $x . 'z'
        => 2,
});
?>
--EXPECT--
11 Unhandled match case '5y'
19 Unhandled match case 5
