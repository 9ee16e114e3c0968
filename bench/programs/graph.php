<?php
// Components, order and shortest ways of a graph: SplQueue, SplObjectStorage, SplStack, recursion with static arrays.
final class Vertex { public array $edges = []; public function __construct(public readonly int $id) {} }
mt_srand(11);
$vertices = [];
for ($i = 0; $i < 2500; $i++) {
    $vertices[] = new Vertex($i);
}
foreach ($vertices as $i => $v) {
    for ($k = 0; $k < 4; $k++) {
        $w = $vertices[mt_rand(0, count($vertices) - 1)];
        if ($w->id > $v->id) {
            $v->edges[] = [$w, mt_rand(1, 20)];
        }
    }
}
function breadth_first(Vertex $from): SplObjectStorage {
    $seen = new SplObjectStorage;
    $queue = new SplQueue;
    $seen[$from] = 0;
    $queue->enqueue($from);
    while (!$queue->isEmpty()) {
        $v = $queue->dequeue();
        foreach ($v->edges as [$w]) {
            if (!isset($seen[$w])) {
                $seen[$w] = $seen[$v] + 1;
                $queue->enqueue($w);
            }
        }
    }
    return $seen;
}
function order(array $vertices): array {
    $done = $out = [];
    $visit = function (Vertex $v) use (&$visit, &$done, &$out): void {
        if (isset($done[$v->id])) {
            return;
        }
        $done[$v->id] = true;
        foreach ($v->edges as [$w]) {
            $visit($w);
        }
        array_unshift($out, $v->id);
    };
    array_walk($vertices, fn ($v) => $visit($v));
    return $out;
}
function distances(Vertex $from): array {
    $heap = new SplPriorityQueue;
    $heap->setExtractFlags(SplPriorityQueue::EXTR_BOTH);
    $heap->insert($from, 0);
    $best = [];
    while ($heap->valid()) {
        ['data' => $v, 'priority' => $p] = $heap->extract();
        if (isset($best[$v->id])) {
            continue;
        }
        $best[$v->id] = -$p;
        foreach ($v->edges as [$w, $cost]) {
            if (!isset($best[$w->id])) {
                $heap->insert($w, $p - $cost);
            }
        }
    }
    return $best;
}
foreach ([0, 7, 100] as $from) {
    $seen = breadth_first($vertices[$from]);
    $sum = 0;
    foreach ($seen as $v) {
        $sum += $seen[$v];
    }
    $best = distances($vertices[$from]);
    ksort($best);
    echo count($seen), ' ', $sum, ' ', array_sum($best), "\n";
}
echo md5(implode(',', order($vertices))), "\n";
