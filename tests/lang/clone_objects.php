<?php

class Inner
{
    public $v = 1;
}
class Outer
{
    public $inner;
    public $shared;
    public array $list;
    private static int $clones = 0;

    public function __construct()
    {
        $this->inner = new Inner();
        $this->shared = new Inner();
        $this->list = [new Inner()];
    }

    public function __clone()
    {
        self::$clones++;
        $this->inner = clone $this->inner;
        echo 'clone ', self::$clones, "\n";
    }
}
$a = new Outer();
$b = clone $a;
$b->inner->v = 2;
$b->shared->v = 3;
$b->list[0]->v = 4;
$b->list[] = 'more';
echo $a->inner->v, $a->shared->v, $a->list[0]->v, count($a->list), "\n";
var_dump($a == $b, $a->inner == $b->inner, $a->shared === $b->shared);
$x = 1;
$o = new stdClass();
$o->ref = &$x;
$p = clone $o;
$p->ref = 2;
echo $x, "\n";
$d = clone (object) ['a' => 1, 'b' => [2]];
var_dump($d);
class NoClone
{
    private function __clone()
    {
    }
}
try {
    clone new NoClone();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
try {
    clone 5;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
$it = new ArrayIterator([1, 2, 3]);
$it->next();
$copy = clone $it;
$copy->next();
echo $it->current(), $copy->current(), "\n";
