--TEST--
A fiber that is left inside __debugInfo() ends in the error about its result alone
--FILE--
<?php
class A { function __debugInfo() { Fiber::suspend(); return []; } }
$fiber = new Fiber(function () { var_dump(new A); });
$fiber->start();
$fiber = null;
echo "not reached\n";
--EXPECTF--
Fatal error: __debuginfo() must return an array in %s on line 3
