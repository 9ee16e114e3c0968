<?php
// A million switches into a fiber and back, and fibers that begin, switch once and end.
$fiber = new Fiber(function () {
    for ($sum = 0; ($v = Fiber::suspend($sum)) !== null; $sum += $v);
    return $sum;
});
$fiber->start();
for ($i = 0; $i < 1000000; $i++) {
    $fiber->resume($i);
}
$fiber->resume();
echo $fiber->getReturn(), "\n";
for ($i = $sum = 0; $i < 50000; $i++) {
    $short = new Fiber(fn($n) => Fiber::suspend($n) + $n);
    $short->start($i);
    $short->resume(1);
    $sum += $short->getReturn();
}
echo $sum, "\n";
