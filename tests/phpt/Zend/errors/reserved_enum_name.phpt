--TEST--
A reserved name as that of an enum
--FILE--
<?php
enum int {}
--EXPECTF--

Fatal error: Cannot use "int" as an enum name as it is reserved in %s on line 2
