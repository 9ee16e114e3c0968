--TEST--
ArrayIterator: append revives finished walk
--FILE--
<?php
$i = new ArrayIterator([1]);
foreach ($i as $v);
var_dump($i->valid());
$i[] = 5;
var_dump($i->valid(), $i->key(), $i->current());
--EXPECT--
bool(false)
bool(true)
int(1)
int(5)
