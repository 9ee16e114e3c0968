--TEST--
Defaults that cannot be evaluated differ
--FILE--
<?php
trait T { public $p = NOPE; }
trait U { public $p = 1; }
class C { use T, U; }
--EXPECTF--
Warning: Uncaught Error: Undefined constant "NOPE" in %s:4
Stack trace:
#0 {main}
  thrown in %s on line 4

Fatal error: T and U define the same property ($p) in the composition of C. However, the definition differs and is considered incompatible. Class was composed in %s on line 4
