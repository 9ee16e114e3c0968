--TEST--
Destructors run when an exception handler has thrown
--FILE--
<?php
class D { function __destruct() { echo "destruct\n"; throw new Exception('of the destructor'); } }
set_exception_handler(function ($e) { throw new Exception('second'); });
$d = new D;
$g = (function () { try { yield 1; } finally { echo "no finally\n"; } })();
$g->current();
throw new Exception('first');
?>
--EXPECTF--
Fatal error: Uncaught Exception: second in %s:3
Stack trace:
#0 [internal function]: {closure:%s:3}(Object(Exception))
#1 {main}
  thrown in %s on line 3
destruct

Fatal error: Uncaught Exception: of the destructor in %s:2
Stack trace:
#0 [internal function]: D->__destruct()
#1 {main}
  thrown in %s on line 2
