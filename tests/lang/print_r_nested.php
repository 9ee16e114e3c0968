<?php

print_r([1, 'a' => [true, false, null, 1.0, 'str'], 'o' => (object) ['p' => [1]], 'empty' => [], 'f' => 1.5]);
print_r("string\n");
print_r(null);
print_r(false);
print_r(true);
print_r(1.0);
echo "|\n";
echo print_r([[]], true);
class A
{
    public $a = 1;
    protected $b = 2;
    private $c = ['x'];

    public function __debugInfo()
    {
        return ['shown' => $this->b, 5 => 'five'];
    }
}
print_r(new A());
var_dump(new A());
class B
{
    protected $p = null;
    private int $q;
    public $r;
}
print_r(new B());
print_r(new SplObjectStorage());
$s = new SplObjectStorage();
$s[new B()] = 'data';
print_r($s);
print_r(new ArrayIterator(['k' => 1]));
print_r(new SplStack());
$l = new SplDoublyLinkedList();
$l->push(1);
print_r($l);
print_r(new Exception('message') instanceof Throwable);
print_r(SplFixedArray::fromArray([1, 2]));
var_dump(new SplObjectStorage(), SplFixedArray::fromArray([1]), new SplQueue(), new SplMinHeap(), new SplPriorityQueue());
