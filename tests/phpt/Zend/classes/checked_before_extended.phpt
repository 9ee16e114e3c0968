--TEST--
A class whose checks wait for others is checked before one that extends it is through
--FILE--
<?php
spl_autoload_register(function ($class) {
    echo "load $class\n";
    if ($class == 'A') {
        class A { function m(): B {} function m2(): B {} }
    } elseif ($class == 'B') {
        class B extends A { function m(): X {} function m2(): Y {} }
    } elseif ($class == 'X') {
        class X extends A {}
        var_dump(new X);
    } else {
        class Y extends B {}
        var_dump(new Y);
    }
});
new B;
--EXPECTF--
load B
load A
load X
object(X)#2 (0) {
}
load Y

Fatal error: Declaration of B::m(): X must be compatible with A::m(): B in %s on line 7
