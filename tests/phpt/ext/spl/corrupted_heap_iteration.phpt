--TEST--
A heap that an exception has left in disorder is not iterated
--FILE--
<?php
class Heap extends SplMaxHeap {
    protected function compare($a, $b): int {
        throw new Exception('compared');
    }
}
$heap = new Heap;
$heap->insert(1);
try {
    $heap->insert(2);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
try {
    foreach ($heap as $value) {
        echo $value, "\n";
    }
} catch (RuntimeException $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
compared
Heap is corrupted, heap properties are no longer ensured.
