--TEST--
SplDoublyLinkedList: delete mode
--FILE--
<?php
$l = new SplQueue;
$l->setIteratorMode(SplQueue::IT_MODE_DELETE);
foreach ([1, 2, 3] as $v) { $l[] = $v; }
foreach ($l as $k => $v) { echo "$k => $v, ", count($l), " left\n"; }
var_dump(count($l));
--EXPECT--
0 => 1, 3 left
0 => 2, 2 left
0 => 3, 1 left
int(0)
