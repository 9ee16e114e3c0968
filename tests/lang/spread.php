<?php

function sum(...$n)
{
    return array_sum($n);
}
echo sum(...[1, 2, 3]), sum(...[1], ...[2, 3]), "\n";
$a = [1, 2];
$b = ['x' => 1, 'y' => 2];
print_r([...$a, 3, ...$b, ...['x' => 9]]);
function gen()
{
    yield 'k' => 1;
    yield 'k' => 2;
    yield 5 => 3;
}
print_r([...gen()]);
echo sum(...(function () {
    yield 1;
    yield 2;
})()), "\n";
print_r([...new ArrayIterator(['a' => 1, 2])]);
try {
    $five = 5;
    print_r([...$five]);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
try {
    $null = null;
    sum(...$null);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
function byRef(&...$refs)
{
    foreach ($refs as &$r) {
        $r++;
    }
}
$x = 1;
$y = 2;
byRef($x, $y);
echo "$x $y\n";
$args = [1, 2];
byRef(...$args);
print_r($args);
function typed(int $first, string ...$others)
{
    var_dump($first, $others);
}
typed(1, 'a', 'b');
try {
    typed(1, 'a', []);
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
try {
    sum(...['a' => 1], ...[2]);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
