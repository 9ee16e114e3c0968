<?php

$fiber = new Fiber(function (string $first): string {
    echo "started with $first\n";
    $second = Fiber::suspend('suspended 1');
    echo "resumed with $second\n";
    try {
        $third = Fiber::suspend('suspended 2');
    } catch (Exception $e) {
        echo 'caught ', $e->getMessage(), "\n";
        $third = 'from exception';
    }
    return "done $third";
});
var_dump($fiber->isStarted());
echo $fiber->start('hello'), "\n";
var_dump($fiber->isSuspended());
echo $fiber->resume('again'), "\n";
var_dump($fiber->throw(new Exception('thrown in')));
var_dump($fiber->isTerminated(), $fiber->getReturn());

function deep(int $n)
{
    if ($n === 0) {
        return Fiber::suspend('deep');
    }
    return deep($n - 1) + 1;
}
$f = new Fiber(fn () => deep(10));
echo $f->start(), "\n";
$f->resume(5);
echo $f->getReturn(), "\n";

$f = new Fiber(function () {
    $result = array_map(fn ($x) => Fiber::suspend($x) * 2, [1, 2, 3]);
    return implode(',', $result);
});
$v = $f->start();
while (!$f->isTerminated()) {
    $v = $f->resume($v * 10);
}
echo $f->getReturn(), "\n";

function gen()
{
    $x = yield 1;
    echo "gen got $x\n";
    Fiber::suspend('from generator');
    yield 2;
}
$f = new Fiber(function () {
    $g = gen();
    echo $g->current(), "\n";
    $g->send('value');
    echo $g->current(), "\n";
});
echo $f->start(), "\n";
$f->resume();
var_dump(Fiber::getCurrent());
$inner = null;
$outer = new Fiber(function () use (&$inner) {
    $inner = new Fiber(function () {
        echo "inner\n";
        Fiber::suspend();
        echo "inner again\n";
    });
    $inner->start();
    Fiber::suspend('outer');
    $inner->resume();
});
echo $outer->start(), "\n";
$outer->resume();
