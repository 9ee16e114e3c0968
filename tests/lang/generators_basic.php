<?php

function count3()
{
    echo "[start]";
    for ($i = 1; $i <= 3; $i++) {
        $got = yield $i => $i * 10;
        if ($got !== null) {
            echo "[got $got]";
        }
    }
    echo "[end]";
    return 'result';
}
$g = count3();
echo "made ";
foreach ($g as $k => $v) {
    echo "$k=>$v ";
}
echo $g->getReturn(), "\n";

$g = count3();
echo $g->current(), ' ', $g->send('hello'), ' ', $g->key(), "\n";
$g->next();
$g->next();
var_dump($g->valid(), $g->current(), $g->key());

function inner()
{
    yield 1;
    $x = yield 2;
    echo "inner received ", var_export($x, true), "\n";
    return 'inner result';
}
function outer()
{
    yield 0;
    $r = yield from inner();
    echo "inner gave $r\n";
    yield from [10, 20];
    yield from new ArrayIterator(['a' => 'b']);
    return 3;
}
$g = outer();
foreach ($g as $k => $v) {
    echo "$k => $v\n";
}
echo $g->getReturn(), "\n";
$g = outer();
$g->next();
$g->next();
$g->send('sent through');
var_dump(iterator_to_array(outer(), false));
function keys()
{
    yield 'a' => 1;
    yield 2;
    yield 'b' => 3;
    yield 10 => 4;
    yield 5;
}
foreach (keys() as $k => $v) {
    echo "$k=>$v ";
}
echo "\n";
function infinite()
{
    $i = 0;
    while (true) {
        yield $i++;
    }
}
foreach (infinite() as $i) {
    if ($i > 4) {
        break;
    }
    echo $i;
}
echo "\n";
$lazy = (fn () => yield from [1, 2, 3])();
echo array_sum(iterator_to_array($lazy)), "\n";
