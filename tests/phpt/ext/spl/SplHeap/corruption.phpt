--TEST--
SplHeap: corruption
--FILE--
<?php
class H extends SplMinHeap { function compare($a, $b): int { if ($a == 3 || $b == 3) { throw new Exception("no"); } return parent::compare($a, $b); } }
$h = new H;
foreach ([1, 2, 3] as $v) { try { $h->insert($v); } catch (Exception $e) { echo $e->getMessage(), "\n"; } }
var_dump(count($h), $h->isCorrupted());
try { $h->top(); } catch (RuntimeException $e) { echo $e->getMessage(), "\n"; }
$h->recoverFromCorruption();
var_dump($h->top());
--EXPECT--
no
int(3)
bool(true)
Heap is corrupted, heap properties are no longer ensured.
int(1)
