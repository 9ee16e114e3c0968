--TEST--
IteratorIterator: uninitialised
--FILE--
<?php
class F extends FilterIterator { function __construct() {} function accept(): bool { return true; } }
try { (new F)->rewind(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { foreach (new F as $v); } catch (Error $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
The object is in an invalid state as the parent constructor was not called
The object is in an invalid state as the parent constructor was not called
