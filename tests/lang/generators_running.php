<?php
// What a generator answers while it runs, alone and within another one.
function t($f){try{var_dump($f());}catch(Throwable $e){echo get_class($e),': ',$e->getMessage(),"\n";}}
function all($g){ foreach (['getReturn','current','key','valid','rewind','next'] as $m) { echo "$m: "; t(fn()=>$g->$m()); } echo "send: "; t(fn()=>$g->send(1)); echo "throw: "; t(fn()=>$g->throw(new Exception('x'))); }
function a() { global $g; echo "first run\n"; all($g); yield 5; echo "second run\n"; all($g); yield 6; }
$g = a(); foreach ($g as $v) echo "v $v\n";
function inner() { global $g; echo "inner first\n"; all($g); yield 7; echo "inner second\n"; all($g); yield 8; }
function outer() { yield from inner(); return 3; }
$g = outer(); foreach ($g as $v) echo "v $v\n";
echo "--- after\n"; all($g);
function o2() { yield 1; yield from inner(); return 3; }
$g = o2(); foreach ($g as $v) echo "v $v\n";
