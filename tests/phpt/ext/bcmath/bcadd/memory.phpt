--TEST--
A scale that there is no room for is PHP's memory error
--EXTENSIONS--
bcmath
--INI--
memory_limit=32M
--FILE--
<?php
bcadd('1', '1', 2000000000);
?>
--EXPECTF--
Fatal error: Allowed memory size of 33554432 bytes exhausted%A
