--TEST--
count() of SPL's classes, and of classes that override it
--FILE--
<?php
class C extends ArrayObject { function count(): int { return 7; } } var_dump(count(new C([1])), count(new ArrayObject([1,2])), count(new ArrayIterator([1])), sizeof(new ArrayObject([1])));
class F extends SplFixedArray { function count(): int { return 9; } } var_dump(count(new F(2)), count(new SplFixedArray(3)));
class Hp extends SplMinHeap { function count(): int { return 11; } } $x = new SplMinHeap; $x->insert(1); var_dump(count($x), count(new Hp), count(new SplPriorityQueue));
class PQ extends SplPriorityQueue { function count(): int { throw new Exception("c"); } } try { count(new PQ); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
class P2 { public $a = 1; public $b = 2; private $c; } var_dump(count(new ArrayObject(new P2)));
--EXPECT--
int(7)
int(2)
int(1)
int(1)
int(9)
int(3)
int(1)
int(11)
int(0)
c
int(2)
