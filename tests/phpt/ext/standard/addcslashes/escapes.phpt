--TEST--
addcslashes() and stripcslashes()
--FILE--
<?php
echo addcslashes("a\n\t\x01\x7f\xff z", "\0..\37\177..\377z"), "\n";
echo bin2hex(stripcslashes('a\n\x41\101\8\\\q')), "\n";
?>
--EXPECT--
a\n\t\001\177\377 \z
610a4141385c71
