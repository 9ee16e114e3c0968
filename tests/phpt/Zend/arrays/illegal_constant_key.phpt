--TEST--
A constant array with a key that cannot be one is refused when it is compiled
--FILE--
<?php
echo "not reached\n";
$x = [
    'a' => 1,
    'b' => [[] => 2],
];
?>
--EXPECTF--

Fatal error: Illegal offset type in %s on line 4
