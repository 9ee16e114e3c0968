<?php

function f($a, $b = 'default')
{
    $a = 'changed';
    return json_encode([func_get_args(), func_num_args(), func_num_args() > 2 ? func_get_arg(2) : null]);
}
echo f(1), f(1, 2, 3), "\n";
function variadic($first, ...$rest)
{
    return count($rest) . json_encode($rest) . func_num_args();
}
echo variadic(1), variadic(1, 2, 3), variadic(1, ...[2, 'k' => 3]), "\n";
function nullable(?int $x, ?string $y = null, int|null $z = 5)
{
    return json_encode([$x, $y, $z]);
}
echo nullable(null), nullable(1, 'a', null), "\n";
foreach ([fn () => f(), fn () => nullable(), fn () => strlen(), fn () => strlen(1, 2), fn () => (new K())->m(), fn () => K::s(1), fn () => new K(1, 2), fn () => (fn ($x, $y) => 1)(1), fn () => array_map(fn ($a, $b) => 1, [1], [2], [3]), fn () => str_replace('a'), fn () => (new ArrayObject())->offsetGet(), fn () => new DateTime(1, 2, 3), fn () => in_array(1), fn () => extra(1, 2, 3)] as $try) {
    try {
        var_dump($try());
    } catch (ArgumentCountError $e) {
        echo $e->getMessage(), "\n";
    }
}
class K
{
    public function m($required)
    {
    }

    public static function s($a, $b, $c = 1)
    {
    }
}
function extra()
{
    return array_sum(func_get_args());
}
function modified($x)
{
    $x++;
    return func_get_args()[0];
}
function unsetParam($x)
{
    unset($x);
    return func_get_args();
}
echo modified(1), json_encode(unsetParam(1)), "\n";
function refVariadic(array &...$lists)
{
    foreach ($lists as &$l) {
        $l[] = 'added';
    }
}
$p = [1];
$q = [2];
refVariadic($p, $q);
echo json_encode([$p, $q]), "\n";
function recursiveDefault($n, $acc = [])
{
    return $n ? recursiveDefault($n - 1, [...$acc, $n]) : $acc;
}
echo json_encode(recursiveDefault(3)), "\n";
function trailing(
    $a,
    $b,
) {
    return $a . $b;
}
echo trailing(
    1,
    2,
), "\n";
function &returnsRef(array &$a)
{
    return $a['k'];
}
$arr = ['k' => 1];
$r = &returnsRef($arr);
$r++;
$n = returnsRef($arr);
$n++;
echo $arr['k'], "\n";
function notRef()
{
    return 5;
}
$x = &notRef();
echo $x, "\n";
