--TEST--
An element of a hooked property without a value: that it has none comes first
--FILE--
<?php
class A { public array $x { set => $value; } public $y { set => $value; } }
$a = new A;
try { $a->x[] = 1; } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { $a->y[] = 1; } catch (Error $e) { echo $e->getMessage(), "\n"; }
$a->x = [];
try { $a->x[] = 1; } catch (Error $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
Typed property A::$x must not be accessed before initialization
Indirect modification of A::$y is not allowed
Indirect modification of A::$x is not allowed
