<?php
ini_set("memory_limit", "-1");
// More fibers than a process may have mappings in halves or thirds: stacks lie side by side.
$fibers = [];
for ($i = 0; $i < 40_000; $i++) {
    $fibers[] = $fiber = new Fiber(function (int $n): int {
        return $n + Fiber::suspend($n);
    });
    $fiber->start($i);
}
$sum = 0;
foreach ($fibers as $i => $fiber) {
    $fiber->resume($i % 3);
    $sum += $fiber->getReturn();
}
echo count($fibers), ' ', $sum, "\n";
// Places that were given back are used again, also where fibers in between live on.
foreach ($fibers as $i => $fiber) {
    if ($i % 2) {
        unset($fibers[$i]);
    }
}
unset($fiber);
$deep = function (int $n) use (&$deep): int {
    return $n > 0 ? $deep($n - 1) + 1 : Fiber::suspend(0);
};
$more = [];
for ($i = 0; $i < 1000; $i++) {
    $more[] = $fiber = new Fiber($deep);
    $fiber->start($i % 50);
}
$sum = 0;
foreach ($more as $i => $fiber) {
    $fiber->resume($i);
    $sum += $fiber->getReturn();
}
echo count($fibers), ' ', count($more), ' ', $sum, "\n";
