--TEST--
An element without a key cannot be added to $GLOBALS, wherever that would be written
--FILE--
<?php
echo "not reached\n";
function &f() { return $GLOBALS[]; }
?>
--EXPECTF--
Fatal error: Cannot append to $GLOBALS in %s on line 3
