--TEST--
The error about a property that may not be written names the class that static means
--FILE--
<?php
class A { public private(set) int $x = 1; public protected(set) readonly int $r; }
$a = new A;
class C {
    function f() { return function () { $this->x = 1; }; }
    function g(A $a) { $a->x = 1; }
}
class D extends C {}
foreach ([(new C)->f(), function () { $this->x = 1; }, fn() => $this->r = 1] as $f) {
    foreach ([null, 'static', 'C'] as $scope) {
        try { $f->bindTo($a, $scope)(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
    }
}
try { (new D)->g($a); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { $a->x = 1; } catch (Error $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
Cannot modify private(set) property A::$x from scope A
Cannot modify private(set) property A::$x from scope A
Cannot modify private(set) property A::$x from scope A
Cannot modify private(set) property A::$x from scope A
Cannot modify private(set) property A::$x from scope A
Cannot modify private(set) property A::$x from scope A
Cannot modify protected(set) readonly property A::$r from scope A
Cannot modify protected(set) readonly property A::$r from scope A
Cannot modify protected(set) readonly property A::$r from scope A
Cannot modify private(set) property A::$x from scope D
Cannot modify private(set) property A::$x from global scope
