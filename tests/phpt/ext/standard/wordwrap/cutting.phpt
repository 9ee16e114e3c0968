--TEST--
wordwrap() with long words and breaks of several bytes
--FILE--
<?php
echo wordwrap("The quick brown fox", 10, "\n"), "\n--\n";
echo wordwrap("A very long woooooooooooord.", 8, "\r\n", true), "\n--\n";
echo wordwrap("A very long woooooooooooord.", 8, "\n", false), "\n";
?>
--EXPECT--
The quick
brown fox
--
A very
long
wooooooo
ooooord.
--
A very
long
woooooooooooord.
