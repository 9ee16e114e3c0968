--TEST--
A parent's virtual property may lack a hook that an interface demands
--FILE--
<?php
interface I { public $x { get; set; } }
class P { public $x { get => 1; } }
class C extends P implements I {}
?>
--EXPECTF--
Fatal error: Class C contains 1 abstract method and must therefore be declared abstract or implement the remaining methods (I::$x::set) in %s on line 4
