--TEST--
MultipleIterator: keys
--FILE--
<?php
$m = new MultipleIterator(MultipleIterator::MIT_KEYS_ASSOC | MultipleIterator::MIT_NEED_ANY);
$m->attachIterator(new ArrayIterator([1, 2]), "x");
$m->attachIterator(new ArrayIterator([3]), "y");
foreach ($m as $v) { echo json_encode($v), "\n"; }
try { $m->attachIterator(new ArrayIterator([]), "x"); } catch (InvalidArgumentException $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
{"x":1,"y":3}
{"x":2,"y":null}
Key duplication error
