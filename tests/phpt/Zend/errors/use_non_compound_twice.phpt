--TEST--
A use statement without effect takes the name all the same
--FILE--
<?php
use A;
use const C;
use B\A;
--EXPECTF--

Warning: The use statement with non-compound name 'A' has no effect in %s on line 2

Warning: The use statement with non-compound name 'C' has no effect in %s on line 3

Fatal error: Cannot use B\A as A because the name is already in use in %s on line 4
