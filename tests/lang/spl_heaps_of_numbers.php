<?php
// Heaps of numbers, of other values, and of both: where the elements go is the same.
function drained($heap, $values) {
    foreach ($values as $v) {
        $heap->insert($v);
    }
    $out = [];
    while (!$heap->isEmpty()) {
        $out[] = $heap->extract();
    }
    return json_encode($out, JSON_PARTIAL_OUTPUT_ON_ERROR);
}
$lists = [
    [5, 3, 9, 1, 7, 7, 2, 8, 0, 4],
    [2.5, 1.5, 9.25, -1.5, 0.0],
    [3, 1.5, 2, 4.5, 1],
    ['b', 'a', 'c'],
    [3, '10', 2, '9', 1],
    [[1, 2], [1], 5, [0, 9]],
    [true, null, 3, false],
    [1],
    [],
];
foreach ($lists as $list) {
    echo drained(new SplMinHeap, $list), ' ', drained(new SplMaxHeap, $list), "\n";
}
class Backwards extends SplMinHeap {
    protected function compare($a, $b): int { return parent::compare($b, $a); }
}
echo drained(new Backwards, [3, 1, 2]), "\n";
class Throwing extends SplMaxHeap {
    protected function compare($a, $b): int { if ($a == 4 || $b == 4) throw new Exception('no'); return $a <=> $b; }
}
$heap = new Throwing;
foreach ([1, 2, 4, 3] as $n) {
    try { $heap->insert($n); } catch (Exception $e) { echo get_class($e), ' ', $e->getMessage(), ' ', count($heap), "\n"; }
}
$queue = new SplPriorityQueue;
foreach ([3, 1.5, 'x', 2, [1], 5, 5] as $i => $priority) {
    $queue->insert("v$i", $priority);
}
$queue->setExtractFlags(SplPriorityQueue::EXTR_BOTH);
while ($queue->valid()) {
    echo json_encode($queue->extract()), "\n";
}
$queue = new SplPriorityQueue;
for ($i = 0; $i < 40; $i++) {
    $queue->insert($i, $i * 7 % 11);
    if ($i % 3 == 2) echo $queue->extract(), ' ';
}
echo count($queue), "\n";
class Gone { public function __construct(public $n) {} public function __destruct() { echo "gone {$this->n}\n"; } }
$queue = new SplPriorityQueue;
foreach ([2, 3, 1] as $n) $queue->insert(new Gone($n), $n);
foreach ($queue as $key => $object) { echo $key, ' ', $object->n, "\n"; }
unset($object);
echo "end\n";
