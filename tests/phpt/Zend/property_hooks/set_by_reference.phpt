--TEST--
A set hook returns nothing, so it cannot return it by reference
--FILE--
<?php
class A { public $p { &set { } } }
echo "declared\n";
--EXPECTF--

Deprecated: A::$p::set(): Returning by reference from a void function is deprecated in %s on line 2
declared
