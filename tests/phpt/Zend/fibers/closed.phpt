--TEST--
A suspended fiber that goes runs its finally blocks, and catches nothing
--FILE--
<?php
class D { function __construct(public $n) {} function __destruct() { echo "destroyed $this->n\n"; } }
function inner() {
    $local = new D('inner');
    try {
        array_map(function ($v) { $d = new D("callback $v"); Fiber::suspend(); }, [1]);
    } catch (Throwable $e) {
        echo "not caught\n";
    } finally {
        echo "finally\n";
    }
    echo "not reached\n";
}
$fiber = new Fiber(function () { $outer = new D('outer'); inner(); });
$fiber->start();
unset($fiber);
echo "gone\n";
$cycle = new Fiber(function () use (&$cycle) { $d = new D('cycle'); Fiber::suspend(); });
$cycle->start();
unset($cycle);
gc_collect_cycles();
echo "collected\n";
$left = new Fiber(function () { try { Fiber::suspend(); } finally { echo "at the end\n"; } });
$left->start();
$returns = new Fiber(function () { try { Fiber::suspend(); } finally { return 1; } });
$returns->start();
unset($returns);
echo "end\n";
?>
--EXPECT--
destroyed callback 1
finally
destroyed inner
destroyed outer
gone
destroyed cycle
collected
end
at the end
