<?php

$inner = new ArrayIterator(['a' => 1, 'b' => 2, 'c' => 3, 'd' => 4]);
echo json_encode(iterator_to_array(new LimitIterator($inner, 1, 2))), "\n";
$gen = fn () => yield from ['x' => 10, 'y' => 20];
echo json_encode(iterator_to_array(new IteratorIterator($gen()))), "\n";
class OddFilter extends FilterIterator
{
    public function accept(): bool
    {
        return $this->current() % 2 === 1;
    }
}
echo json_encode(iterator_to_array(new OddFilter($inner))), "\n";
class TreeFilter extends RecursiveFilterIterator
{
    public function accept(): bool
    {
        return $this->hasChildren() || $this->current() > 1;
    }
}
$tree = new RecursiveArrayIterator([1, 2, [1, 3, [4, 1]]]);
echo implode(',', iterator_to_array(new RecursiveIteratorIterator(new TreeFilter($tree)), false)), "\n";
$rii = new RecursiveIteratorIterator(new RecursiveArrayIterator(['a' => 1, 'b' => ['c' => 2, 'd' => ['e' => 3]]]), RecursiveIteratorIterator::CHILD_FIRST);
foreach ($rii as $k => $v) {
    echo str_repeat('-', $rii->getDepth()), $k, is_array($v) ? '[]' : "=$v", ' ';
}
echo "\n";
$rii->setMaxDepth(0);
echo iterator_count($rii), "\n";
class Visitor extends RecursiveIteratorIterator
{
    public function beginChildren(): void
    {
        echo '<';
    }

    public function endChildren(): void
    {
        echo '>';
    }

    public function callHasChildren(): bool
    {
        return parent::callHasChildren();
    }
}
foreach (new Visitor(new RecursiveArrayIterator([1, [2, [3], 4], 5])) as $v) {
    echo $v;
}
echo "\n";
$m = new MultipleIterator(MultipleIterator::MIT_NEED_ANY | MultipleIterator::MIT_KEYS_NUMERIC);
$m->attachIterator(new ArrayIterator([1, 2, 3]));
$m->attachIterator(new ArrayIterator(['a']));
foreach ($m as $values) {
    echo json_encode($values);
}
echo "\n";
$c = new CachingIterator(new ArrayIterator(['x', 'y', 'z']), CachingIterator::FULL_CACHE);
foreach ($c as $v);
echo json_encode($c->getCache()), count($c), "\n";
$inf = new InfiniteIterator(new ArrayIterator([1, 2]));
$n = 0;
foreach ($inf as $v) {
    if ($n++ > 4) {
        break;
    }
    echo $v;
}
echo "\n";
$a = new AppendIterator();
$a->append(new ArrayIterator([1, 2]));
$a->append(new ArrayIterator([3]));
foreach ($a as $k => $v) {
    echo $a->getIteratorIndex(), $k, $v, ' ';
}
echo "\n";
$r = new RegexIterator(new ArrayIterator(['a1b2', 'c', 'd3']), '/(\w)(\d)/', RegexIterator::ALL_MATCHES);
echo json_encode(iterator_to_array($r)), "\n";
$r = new RegexIterator(new ArrayIterator(['k1' => 1, 'x2' => 2, 'k3' => 3]), '/^k/', RegexIterator::MATCH, RegexIterator::USE_KEY);
echo json_encode(iterator_to_array($r)), "\n";
$p = new ParentIterator(new RecursiveArrayIterator([1, [2, [3]]]));
echo iterator_count(new RecursiveIteratorIterator($p, RecursiveIteratorIterator::SELF_FIRST)), "\n";
$e = new EmptyIterator();
var_dump($e->valid(), iterator_to_array($e));
try {
    $e->current();
} catch (BadMethodCallException $x) {
    echo $x->getMessage(), "\n";
}
$cb = new RecursiveCallbackFilterIterator(new RecursiveArrayIterator([1, [5, 6], 2]), fn ($v, $k, $it) => $it->hasChildren() || $v > 1);
echo implode(',', iterator_to_array(new RecursiveIteratorIterator($cb), false)), "\n";
function takeWhile(iterable $it, callable $f)
{
    foreach ($it as $k => $v) {
        if (!$f($v)) {
            return;
        }
        yield $k => $v;
    }
}
echo json_encode(iterator_to_array(takeWhile($inner, fn ($v) => $v < 3))), "\n";
iterator_apply($inner, function ($it) {
    echo $it->current();
    return true;
}, [$inner]);
echo "\n", implode(',', array_keys(iterator_to_array($inner))), iterator_count($inner), "\n";
