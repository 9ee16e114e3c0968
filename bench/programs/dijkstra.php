<?php
// Shortest ways in a grid, with SplPriorityQueue and arrays of arrays.
mt_srand(11);
$size = 70;
$grid = [];
for ($y = 0; $y < $size; $y++) {
    for ($x = 0; $x < $size; $x++) {
        $grid[$y][$x] = mt_rand(1, 9);
    }
}
function shortest(array $grid, int $size, int $from): array {
    $distance = array_fill(0, $size * $size, PHP_INT_MAX);
    $distance[$from] = 0;
    $queue = new SplPriorityQueue;
    $queue->setExtractFlags(SplPriorityQueue::EXTR_BOTH);
    $queue->insert($from, 0);
    while (!$queue->isEmpty()) {
        ['data' => $at, 'priority' => $priority] = $queue->extract();
        if (-$priority > $distance[$at]) {
            continue;
        }
        $x = $at % $size;
        $y = intdiv($at, $size);
        foreach ([[1, 0], [-1, 0], [0, 1], [0, -1]] as [$dx, $dy]) {
            $nx = $x + $dx;
            $ny = $y + $dy;
            if (!isset($grid[$ny][$nx])) {
                continue;
            }
            $next = $ny * $size + $nx;
            $length = $distance[$at] + $grid[$ny][$nx];
            if ($length < $distance[$next]) {
                $distance[$next] = $length;
                $queue->insert($next, -$length);
            }
        }
    }
    return $distance;
}
$sum = 0;
foreach (range(0, 4899, 100) as $from) {
    $sum += array_sum(shortest($grid, $size, $from));
}
echo $sum, "\n";
