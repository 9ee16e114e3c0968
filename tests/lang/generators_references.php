<?php

function &refs(array &$data)
{
    foreach ($data as $k => &$v) {
        yield $k => $v;
    }
}
$data = ['a' => 1, 'b' => 2];
foreach (refs($data) as &$v) {
    $v *= 10;
}
unset($v);
print_r($data);

function tree($node)
{
    if ($node === null) {
        return 0;
    }
    $left = yield from tree($node[0]);
    yield $node[1];
    $right = yield from tree($node[2]);
    return 1 + $left + $right;
}
$root = [[[null, 1, null], 2, null], 3, [null, 4, [null, 5, null]]];
$t = tree($root);
foreach ($t as $v) {
    echo $v, ' ';
}
echo $t->getReturn(), "\n";

// One inner generator shared by two outer ones.
function shared()
{
    for ($i = 1; $i < 7; $i++) {
        yield $i;
    }
}
function take($g)
{
    yield from $g;
}
$s = shared();
$a = take($s);
$b = take($s);
echo $a->current(), $b->current();
$a->next();
echo $a->current(), $b->current();
$b->next();
echo $a->current(), $b->current(), "\n";

class Tree implements IteratorAggregate
{
    public function __construct(private array $items)
    {
    }

    public function getIterator(): Generator
    {
        foreach ($this->items as $key => $item) {
            if (is_array($item)) {
                yield from (new self($item));
            } else {
                yield $key => $item;
            }
        }
    }
}
foreach (new Tree(['x' => 1, ['y' => 2, ['z' => 3]]]) as $k => $v) {
    echo "$k=$v ";
}
echo "\n";
function pipeline()
{
    $map = function (callable $f, iterable $it) {
        foreach ($it as $k => $v) {
            yield $k => $f($v);
        }
    };
    $filter = function (callable $f, iterable $it) {
        foreach ($it as $k => $v) {
            if ($f($v)) {
                yield $k => $v;
            }
        }
    };
    return $map(fn ($x) => $x ** 2, $filter(fn ($x) => $x % 2, range(1, 9)));
}
foreach (pipeline() as $k => $v) {
    echo "$k:$v ";
}
echo "\n";
var_dump(yieldExpression()->current());
function yieldExpression()
{
    $x = (yield 5) + (yield 6);
}
