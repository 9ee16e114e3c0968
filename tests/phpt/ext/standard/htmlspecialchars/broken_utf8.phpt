--TEST--
htmlspecialchars() with broken UTF-8
--FILE--
<?php
var_dump(htmlspecialchars("a\xffb", ENT_QUOTES));
var_dump(bin2hex(htmlspecialchars("a\xe2\x82b", ENT_QUOTES | ENT_SUBSTITUTE)));
var_dump(htmlspecialchars("a\xffb", ENT_QUOTES | ENT_IGNORE));
?>
--EXPECT--
string(0) ""
string(10) "61efbfbd62"
string(2) "ab"
