--TEST--
A property without a value of its own must have the hooks that interfaces demand
--FILE--
<?php
interface I { public $x { get; set; } public $y { get; } function f(); }
class C implements I { public $x { get => 1; } public $y { set {} } }
?>
--EXPECTF--
Fatal error: Class C contains 3 abstract methods and must therefore be declared abstract or implement the remaining methods (I::f, I::$x::set, I::$y::get) in %s on line 3
