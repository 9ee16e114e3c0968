--TEST--
trim() takes ranges of bytes, and warns about broken ones
--FILE--
<?php
var_dump(trim("abcxcba", "a..c"), trim("..a..", ".."), trim("abc", "c..a"), trim("abc", "a.."));
?>
--EXPECTF--

Warning: trim(): Invalid '..'-range, no character to the left of '..' in %s on line %d

Warning: trim(): Invalid '..'-range, '..'-range needs to be incrementing in %s on line %d

Warning: trim(): Invalid '..'-range, no character to the right of '..' in %s on line %d
string(1) "x"
string(1) "a"
string(1) "b"
string(2) "bc"
