<?php

class Numbers implements Iterator
{
    private int $i = 0;

    public function __construct(private array $v)
    {
    }

    public function current(): mixed
    {
        echo '[current]';
        return $this->v[$this->i];
    }

    public function key(): mixed
    {
        echo '[key]';
        return "k$this->i";
    }

    public function next(): void
    {
        echo '[next]';
        $this->i++;
    }

    public function rewind(): void
    {
        echo '[rewind]';
        $this->i = 0;
    }

    public function valid(): bool
    {
        echo '[valid]';
        return isset($this->v[$this->i]);
    }
}
foreach (new Numbers([1, 2]) as $k => $v) {
    echo "$k=>$v\n";
}
echo "\n";
foreach (new Numbers([1]) as $v) {
    echo $v;
}
echo "\n";
var_dump(iterator_to_array(new Numbers(['a', 'b'])));
echo iterator_count(new Numbers([1, 2, 3])), "\n";
class Agg implements IteratorAggregate
{
    public function getIterator(): Iterator
    {
        return new ArrayIterator(['x' => 1, 'y' => 2]);
    }
}
foreach (new Agg() as $k => $v) {
    echo "$k=$v ";
}
[$first] = [...new Numbers(['only'])] ? ['ok'] : ['bad'];
echo $first, "\n";
class BadAgg implements IteratorAggregate
{
    public function getIterator(): Traversable
    {
        throw new Exception('no iterator');
    }
}
try {
    foreach (new BadAgg() as $x);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
echo implode(',', iterator_to_array(new LimitIterator(new InfiniteIterator(new ArrayIterator([1, 2, 3])), 2, 5), false)), "\n";
$multi = new MultipleIterator(MultipleIterator::MIT_KEYS_ASSOC);
$multi->attachIterator(new ArrayIterator([1, 2]), 'n');
$multi->attachIterator(new ArrayIterator(['a', 'b']), 'l');
foreach ($multi as $m) {
    echo json_encode($m);
}
echo "\n";
$it = new CallbackFilterIterator(new ArrayIterator(range(1, 10)), fn ($v, $k) => $v % 3 === 0 && $k > 2);
echo implode(' ', iterator_to_array($it)), "\n";
$r = new RecursiveIteratorIterator(new RecursiveArrayIterator([1, [2, [3, 4]], 5]), RecursiveIteratorIterator::SELF_FIRST);
foreach ($r as $k => $v) {
    echo $r->getDepth(), ':', $k, '=', is_array($v) ? 'array' : $v, ' ';
}
echo "\n";
$append = new AppendIterator();
$append->append(new ArrayIterator([1]));
$append->append(new ArrayIterator([2, 3]));
echo implode(',', iterator_to_array($append, false)), "\n";
iterator_apply($i = new ArrayIterator([1, 2]), function () use (&$i) {
    echo $i->current();
    return true;
});
echo "\n";
