--TEST--
An exception of __debugInfo is told before the fatal error
--FILE--
<?php
class D
{
    function __debugInfo() { throw new Exception('x'); }
}
var_dump(new D);
echo "not reached\n";
?>
--EXPECTF--

Warning: Uncaught Exception: x in %s:4
Stack trace:
#0 [internal function]: D->__debugInfo()
#1 %s(6): var_dump(Object(D))
#2 {main}
  thrown in %s on line 4

Fatal error: __debuginfo() must return an array in %s on line 6
