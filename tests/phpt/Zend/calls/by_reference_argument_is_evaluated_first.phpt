--TEST--
An argument that cannot be a reference is refused when it has been evaluated
--FILE--
<?php
function f(&$x, $y = 1) {}
foreach ([fn() => f(-$u), fn() => f("$u"), fn() => f(X::C), fn() => end([] + $u), fn() => f(5, print "not reached")] as $call) {
    try {
        $call();
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECTF--

Warning: Undefined variable $u in %s on line 3
f(): Argument #1 ($x) could not be passed by reference

Warning: Undefined variable $u in %s on line 3
f(): Argument #1 ($x) could not be passed by reference
Class "X" not found

Warning: Undefined variable $u in %s on line 3
Unsupported operand types: array + null
f(): Argument #1 ($x) could not be passed by reference
