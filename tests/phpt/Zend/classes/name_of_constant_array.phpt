--TEST--
A constant that is no string cannot name a class
--FILE--
<?php
echo "not reached";
var_dump([1]::X);
--EXPECTF--

Fatal error: Illegal class name in %s on line 3
