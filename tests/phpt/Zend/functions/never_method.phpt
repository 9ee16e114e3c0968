--TEST--
A method that never returns is called a method
--FILE--
<?php
class A {
    function m(): never {}
    static function s(): never {}
}
function f(): never {}
foreach ([[new A, 'm'], 'A::s', 'f', function (): never {}] as $f) {
    try { $f(); } catch (TypeError $e) { echo preg_replace('/\{.*\}/', '{closure}', $e->getMessage()), "\n"; }
}
--EXPECT--
A::m(): never-returning method must not implicitly return
A::s(): never-returning method must not implicitly return
f(): never-returning function must not implicitly return
{closure}(): never-returning function must not implicitly return
