--TEST--
A reference to an element without a key cannot stand in an array
--FILE--
<?php
echo "not reached\n";
$array = [1 + $x, 'key' => &$x[]->inner];
?>
--EXPECTF--
Fatal error: Cannot use [] for reading in %s on line 3
