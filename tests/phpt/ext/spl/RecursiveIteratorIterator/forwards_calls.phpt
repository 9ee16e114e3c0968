--TEST--
RecursiveIteratorIterator: forwards calls
--FILE--
<?php
class I extends RecursiveArrayIterator { function name() { return "at " . json_encode($this->getArrayCopy()); } }
$i = new RecursiveIteratorIterator(new I([1, [2]]));
foreach ($i as $v) { echo $i->name(), "\n"; }
try { $i->nope(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
at [1,[2]]
at [2]
Call to undefined method RecursiveIteratorIterator::nope()
