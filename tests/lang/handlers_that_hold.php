<?php
// What error handlers let go of waits until the instruction is over, but not without end.
set_error_handler(function () {
    $n = 0;
    for ($i = 0; $i < 200000; $i++) {
        $s = str_repeat('x', 600) . $i;
        $a = [$s, $i];
        $n += strlen($s);
    }
    echo "$n\n";
    return true;
});
echo $undefined;
echo memory_get_peak_usage() < 40 << 20 ? 'bounded' : memory_get_peak_usage(), "\n";

// A fiber that is suspended in a handler.
set_error_handler(function () { Fiber::suspend(1); return true; });
$f = new Fiber(function () {
    $list = [1];
    $list[$undefined] .= 'x';
    return $list;
});
$f->start();
$before = memory_get_usage();
for ($i = 0; $i < 100000; $i++) {
    $x = str_repeat('y', 1000) . $i;
    $z = [$x];
}
echo memory_get_usage() - $before < 1 << 20 ? 'freed' : memory_get_usage() - $before, "\n";
while (!$f->isTerminated()) {
    $f->resume();
}
echo json_encode($f->getReturn()), "\n";

// An object whose destructor has run is not to be had any more.
set_error_handler(function () {
    global $weak, $o;
    $o = null;
    var_dump($weak->get());
    return true;
});
class D { function __destruct() { echo "gone\n"; } }
$o = new D;
$weak = WeakReference::create($o);
echo $undefined2;
var_dump($weak->get());
