--TEST--
A reference to $GLOBALS as a whole
--FILE--
<?php
$x[] = &$GLOBALS;
--EXPECTF--

Fatal error: Cannot acquire reference to $GLOBALS in %s on line 2
