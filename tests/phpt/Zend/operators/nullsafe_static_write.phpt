--TEST--
A static property of a nullsafe chain cannot be written
--FILE--
<?php
$x = null;
$x?->y::$z = 1;
--EXPECTF--
Fatal error: Can't use nullsafe operator in write context in %s on line 3
