--TEST--
strtr() with a map replaces the longest key and does not look at results again
--FILE--
<?php
var_dump(strtr("abcd", ["a" => "b", "ab" => "X", "b" => "a", "cd" => ""]));
var_dump(strtr("a1", [1 => "one"]));
var_dump(strtr("abc", ["" => "x", "a" => "y"]));
var_dump(strtr("abc", "ab", "x"));
?>
--EXPECTF--
string(1) "X"
string(4) "aone"

Warning: strtr(): Ignoring replacement of empty string in %s on line %d
string(3) "ybc"
string(3) "xbc"
