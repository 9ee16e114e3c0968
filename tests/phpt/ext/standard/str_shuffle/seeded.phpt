--TEST--
str_shuffle() follows mt_srand()
--FILE--
<?php
mt_srand(3);
echo str_shuffle("abcdefgh"), "\n";
?>
--EXPECT--
fegahbdc
