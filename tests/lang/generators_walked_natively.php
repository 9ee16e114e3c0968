<?php
// Generators that native functions walk: values, what is yielded from others, exceptions, and what is left of them.
function numbers()
{
    try {
        $sent = yield 1;
        echo '[', $sent, ']';
        yield 2;
        yield from [3, 4];
        yield from more();
        yield 'k' => 9;
        throw new Exception('inside');
    } finally {
        echo "over\n";
    }
}
function more()
{
    yield 10;
    yield 11;
    return 5;
}
foreach ([fn () => iterator_to_array(numbers(), false), fn () => [...numbers()], fn () => iterator_count(numbers())] as $walk) {
    try {
        $walk();
    } catch (Throwable $e) {
        echo $e->getMessage(), "\n";
    }
}
function deep($n)
{
    if ($n) {
        yield $n;
        yield from deep($n - 1);
    }
}
echo implode(',', iterator_to_array(deep(6), false)), ' ', array_sum([...deep(4)]), "\n";
$both = (function () {
    $r = yield 1;
    while (true) {
        $r = yield "got $r ";
    }
})();
echo $both->current(), $both->send('a'), $both->send('b');
$both->next();
echo $both->current(), $both->send('c'), "\n";
$some = deep(3);
foreach (new NoRewindIterator($some) as $v) {
    echo $v;
    if ($v == 2) {
        break;
    }
}
echo implode(',', iterator_to_array(new NoRewindIterator($some), false)), "\n";
function itself()
{
    global $running;
    yield 1;
    yield iterator_count($running);
}
$running = itself();
try {
    iterator_to_array($running);
} catch (Throwable $e) {
    echo $e->getMessage(), "\n";
}
function catching()
{
    foreach ([1, 2] as $a) {
        try {
            yield $a;
        } catch (Exception $e) {
            echo 'caught ', $e->getMessage();
            yield 99;
        }
    }
}
$thrown = catching();
echo $thrown->current(), $thrown->throw(new Exception('x'));
$thrown->next();
echo $thrown->current(), iterator_count((function () {
    return;
    yield;
})()), "\n";
foreach (new LimitIterator((fn () => yield from [1, 2, 3, 4])(), 1, 2) as $k => $v) {
    echo "$k=>$v ";
}
function keyed()
{
    for ($i = 0; $i < 4; $i++) {
        yield "k$i" => $i;
        gc_collect_cycles();
    }
}
foreach (new IteratorIterator(keyed()) as $k => $v) {
    echo "$k=>$v ";
}
echo json_encode(iterator_to_array(keyed())), "\n";
// Two walks of one generator, one in the other.
$shared = keyed();
foreach ($shared as $k => $v) {
    echo $k, iterator_count((function () use ($shared) {
        $shared->next();
        yield $shared->current();
    })()), ' ';
}
echo "\n";
