--TEST--
ArrayIterator: seek out of range
--FILE--
<?php
$i = new ArrayIterator([1, 2]);
$i->seek(1);
var_dump($i->current());
try { $i->seek(2); } catch (OutOfBoundsException $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
int(2)
Seek position 2 is out of range
