--TEST--
AppendIterator: iterators one after the other
--FILE--
<?php
$a = new AppendIterator;
$a->append(new ArrayIterator([1, 2]));
$a->append(new ArrayIterator([]));
$a->append(new ArrayIterator([3]));
foreach ($a as $k => $v) { echo $a->getIteratorIndex(), ": $k => $v\n"; }
--EXPECT--
0: 0 => 1
0: 1 => 2
2: 0 => 3
