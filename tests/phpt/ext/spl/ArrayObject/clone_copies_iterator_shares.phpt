--TEST--
ArrayObject: clone copies iterator shares
--FILE--
<?php
$o = new ArrayObject([1]);
$c = clone $o;
$c[] = 2;
var_dump(count($o), count($c));
$i = new ArrayIterator([1]);
$j = clone $i;
$j[] = 2;
var_dump(count($i), count($j));
--EXPECT--
int(1)
int(2)
int(2)
int(2)
