<?php
class D { function __destruct() { echo "D\n"; throw new Exception("D"); } }
set_exception_handler(function ($e) { echo "handler: ", $e->getMessage(), "\n"; });
$f = new Fiber(function () { $d = new D; Fiber::suspend(1); });
$f->start();
$g = new Fiber(function () { try { Fiber::suspend(1); } finally { throw new Exception("second"); } });
$g->start();
echo "end\n";
