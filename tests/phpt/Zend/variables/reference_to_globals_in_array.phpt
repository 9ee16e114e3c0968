--TEST--
A reference to $GLOBALS as a whole in an array
--FILE--
<?php
$x = [&$GLOBALS];
--EXPECTF--

Fatal error: $GLOBALS can only be modified using the $GLOBALS[$name] = $value syntax in %s on line 2
