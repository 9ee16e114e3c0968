--TEST--
SplHeap: no changes while comparing
--FILE--
<?php
class H extends SplMaxHeap { function compare($a, $b): int { try { $this->insert(0); } catch (RuntimeException $e) { echo $e->getMessage(), "\n"; } return $a <=> $b; } }
$h = new H;
$h->insert(1);
$h->insert(2);
var_dump(count($h));
--EXPECT--
Heap cannot be changed when it is already being modified.
int(2)
