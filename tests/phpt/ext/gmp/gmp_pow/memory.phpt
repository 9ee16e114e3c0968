--TEST--
Numbers that there is no room for are PHP's memory error
--EXTENSIONS--
gmp
--INI--
memory_limit=32M
--FILE--
<?php
gmp_pow(3, 1000000000);
?>
--EXPECTF--
Fatal error: Allowed memory size of 33554432 bytes exhausted%A
