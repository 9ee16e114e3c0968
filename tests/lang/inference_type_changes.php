<?php

// Variables whose type changes inside hot loops: what a type-inferring compiler must not get wrong.
function overflow(int $n): array
{
    $x = PHP_INT_MAX - 3;
    $types = [];
    for ($i = 0; $i < $n; $i++) {
        $x = $x + 1;
        $types[] = gettype($x);
    }
    return $types;
}
echo implode(',', overflow(6)), "\n";

function mixing(array $values)
{
    $sum = 0;
    foreach ($values as $v) {
        $sum += $v;
        echo gettype($sum)[0];
    }
    return $sum;
}
var_dump(mixing([1, 2, 3]), mixing([1, 2.5, '3', true, null, '4.5']), mixing([PHP_INT_MAX, 1]));

function counter($start)
{
    for ($i = $start; $i < 5; $i++) {
        echo $i, ' ';
    }
    return $i;
}
var_dump(counter(2), counter(2.5), counter('3'), counter(null));

function branches($flag)
{
    if ($flag) {
        $x = 5;
    } else {
        $x = 'five';
    }
    $y = $x;
    $x = [$x];
    return [$y, $x, is_int($y) ? $y + 1 : $y . '!'];
}
echo json_encode([branches(true), branches(false)]), "\n";

function loopCarried()
{
    $a = 1;
    $b = 'x';
    for ($i = 0; $i < 4; $i++) {
        [$a, $b] = [$b, $a];
        echo gettype($a), ' ';
    }
    $v = null;
    foreach ([1, 'a', 1.5, [1], null] as $next) {
        if ($v !== null && !is_array($v)) {
            $v .= '';
        }
        echo gettype($v), ' ';
        $v = $next;
    }
    echo "\n";
}
loopCarried();

function multiply(int $n)
{
    $r = 1;
    for ($i = 1; $i <= $n; $i++) {
        $r *= $i;
    }
    return $r;
}
var_dump(multiply(20), multiply(21), multiply(25));
function minus(int $n)
{
    $x = PHP_INT_MIN + 2;
    while ($n--) {
        $x -= 1;
    }
    return $x;
}
var_dump(minus(2), minus(3));
function references(array $list)
{
    $total = 0;
    $r = &$total;
    foreach ($list as $v) {
        $r .= $v;
    }
    return $total;
}
var_dump(references([1, 2]));
function byRefParam(&$x)
{
    for ($i = 0; $i < 3; $i++) {
        $x = $i === 1 ? "s$i" : $i;
    }
}
$g = 1.5;
byRefParam($g);
var_dump($g);
function undefinedLoop($n)
{
    for ($i = 0; $i < $n; $i++) {
        if ($i === 1) {
            $late = 'set';
        }
        echo $late ?? 'unset', ' ';
    }
    return isset($late);
}
var_dump(undefinedLoop(3), undefinedLoop(1));
function negative($x)
{
    return [-$x, +$x, $x - $x, $x * -1, !$x, ~(int) $x];
}
foreach ([5, -0.0, '7', PHP_INT_MIN] as $x) {
    echo json_encode(negative($x)), "\n";
}
