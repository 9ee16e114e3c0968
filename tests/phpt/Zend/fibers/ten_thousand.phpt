--TEST--
Ten thousand fibers may be suspended at a time
--FILE--
<?php
ini_set('memory_limit', '-1');
$fibers = [];
for ($i = 0; $i < 10000; $i++) {
    $fibers[$i] = new Fiber(function ($n) { $sum = $n; while (($more = Fiber::suspend($sum)) !== null) $sum += $more; return $sum; });
    $fibers[$i]->start($i);
}
for ($round = 1; $round <= 2; $round++) foreach ($fibers as $fiber) $fiber->resume($round);
$total = 0;
foreach ($fibers as $i => $fiber) {
    if ($i % 2) continue;
    $fiber->resume();
    $total += $fiber->getReturn();
}
var_dump($total);
?>
--EXPECT--
int(25010000)
