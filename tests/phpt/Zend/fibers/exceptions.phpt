--TEST--
Exceptions go into fibers and out of them
--FILE--
<?php
function deep($n) { return $n ? deep($n - 1) : Fiber::suspend('deep'); }
$fiber = new Fiber(function () {
    try {
        deep(3);
    } catch (LogicException $e) {
        echo 'inside: ', $e->getMessage(), "\n";
        throw new RuntimeException('out', 5, $e);
    }
});
echo $fiber->start(), "\n";
try {
    $fiber->throw(new LogicException('in'));
} catch (RuntimeException $e) {
    echo get_class($e->getPrevious()), ' ', preg_replace('~/\S*/~', '', $e->getTraceAsString()), "\n";
}
try { $fiber->getReturn(); } catch (FiberError $e) { echo $e->getMessage(), "\n"; }
$outer = new Fiber(function () {
    $inner = new Fiber(function () { Fiber::suspend(1); throw new Exception('inner'); });
    echo $inner->start(), "\n";
    Fiber::suspend(2);
    $inner->resume();
});
echo $outer->start(), "\n";
try { $outer->resume(); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
deep
inside: in
LogicException #0 [internal function]: {closure:exceptions.php:3}()
#1 exceptions.php(13): Fiber->throw(Object(LogicException))
#2 {main}
Cannot get fiber return value: The fiber threw an exception
1
2
inner
