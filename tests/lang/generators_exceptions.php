<?php

function worker()
{
    try {
        while (true) {
            try {
                $x = yield 'ready';
                echo "working on $x\n";
            } catch (InvalidArgumentException $e) {
                echo 'caught inside: ', $e->getMessage(), "\n";
                yield 'recovered';
            }
        }
    } finally {
        echo "cleanup\n";
    }
}
$g = worker();
echo $g->current(), "\n";
$g->send('one');
echo $g->throw(new InvalidArgumentException('bad')), "\n";
$g->next();
echo $g->current(), "\n";
try {
    $g->throw(new LogicException('fatal'));
} catch (LogicException $e) {
    echo 'outside: ', $e->getMessage(), "\n";
}
var_dump($g->valid());

function once()
{
    yield 1;
}
$g = once();
foreach ($g as $v);
try {
    foreach ($g as $v);
} catch (Exception $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
$g = once();
try {
    $g->getReturn();
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
$g->next();
$g->next();
var_dump($g->current());
$g = worker();
$g->current();
unset($g);
echo "after unset\n";
function thrower()
{
    yield 1;
    throw new Exception('from generator');
}
function delegating()
{
    try {
        yield from thrower();
    } catch (Exception $e) {
        echo 'delegate saw ', $e->getMessage(), "\n";
        yield 'after';
    }
}
foreach (delegating() as $v) {
    echo $v, "\n";
}
$g = (function () {
    $g = yield;
    $g->next();
})();
try {
    $g->send($g);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
try {
    $c = clone once();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
try {
    $h = once();
    $h->next();
    $h->rewind();
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
function returnsEarly()
{
    return 5;
    yield;
}
$r = returnsEarly();
var_dump($r->valid(), $r->getReturn());
function finallyReturn()
{
    try {
        yield 1;
        return 'try';
    } finally {
        return 'finally';
    }
}
$f = finallyReturn();
foreach ($f as $_);
echo $f->getReturn(), "\n";
