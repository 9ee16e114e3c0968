--TEST--
Generators run in fibers, fibers in generators
--FILE--
<?php
function numbers($n) { for ($i = 0; $i < $n; $i++) echo 'got ', yield Fiber::suspend("s$i"), "\n"; return 'done'; }
$fiber = new Fiber(function () {
    $outer = (function () { return yield from numbers(2); })();
    foreach ($outer as $v) { echo "value $v\n"; $outer->send('sent'); }
    return $outer->getReturn();
});
$x = $fiber->start();
while (!$fiber->isTerminated()) { echo "$x\n"; $x = $fiber->resume("r$x"); }
echo $fiber->getReturn(), "\n";
$gen = (function () {
    $fiber = new Fiber(function () { for ($i = 0; $i < 3; $i++) Fiber::suspend($i); });
    for ($v = $fiber->start(); !$fiber->isTerminated(); $v = $fiber->resume()) yield $v;
})();
echo implode(',', iterator_to_array($gen)), "\n";
$shared = numbers(3);
$a = new Fiber(function () use ($shared) { $shared->current(); });
$a->start();
try { $shared->next(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
got s0
value rs0
sent
got s1

done
0,1,2
got Cannot resume an already running generator
