--TEST--
What an iterator gives cannot be passed by reference
--FILE--
<?php
function g() { yield 1; yield 2; }
function rest(&...$a) { echo count($a), "\n"; }
function first(&$a, $b) { echo $a, $b, "\n"; }
rest(...g());
first(...g());
?>
--EXPECTF--

Warning: Cannot pass by-reference argument 1 of rest() by unpacking a Traversable, passing by-value instead in %s on line 5

Warning: Cannot pass by-reference argument 2 of rest() by unpacking a Traversable, passing by-value instead in %s on line 5
2

Warning: Cannot pass by-reference argument 1 of first() by unpacking a Traversable, passing by-value instead in %s on line 6
12
