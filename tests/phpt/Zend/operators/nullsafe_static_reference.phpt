--TEST--
A static property of a nullsafe chain cannot be referenced
--FILE--
<?php
$x = null;
$r = &$x?->y::$z;
--EXPECTF--
Fatal error: Cannot take reference of a nullsafe chain in %s on line 3
