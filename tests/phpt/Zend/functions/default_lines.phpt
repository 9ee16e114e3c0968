--TEST--
What is told of parameters is told where the last constant of a default value is
--FILE--
<?php
class A {
    function f(
        $a =
            X,
        int $b = 3,
        array $c = null,
        $d = [1, X . 'x'],
        $e
    ) {}
    function g(
        $a = A::X,
        $b = -1,
        $c
    ) {}
    function h(
        $a = X,
        $b = 1,

        $a = X
    ) {}
}
--EXPECTF--
Deprecated: A::f(): Optional parameter $a declared before required parameter $e is implicitly treated as a required parameter in %s on line 5

Deprecated: A::f(): Optional parameter $b declared before required parameter $e is implicitly treated as a required parameter in %s on line 5

Deprecated: A::f(): Implicitly marking parameter $c as nullable is deprecated, the explicit nullable type must be used instead in %s on line 5

Deprecated: A::f(): Optional parameter $d declared before required parameter $e is implicitly treated as a required parameter in %s on line 8

Deprecated: A::g(): Optional parameter $a declared before required parameter $c is implicitly treated as a required parameter in %s on line 11

Deprecated: A::g(): Optional parameter $b declared before required parameter $c is implicitly treated as a required parameter in %s on line 11

Fatal error: Redefinition of parameter $a in %s on line 17
