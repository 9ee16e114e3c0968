--TEST--
Calls of PHP code by the engine end in an error when they are too deep
--FILE--
<?php
class Reads { function __get($name) { return (new Reads)->$name; } }
class Converts { function __toString(): string { return '' . new Converts; } }
class Offsets implements ArrayAccess {
    function offsetGet($offset): mixed { return (new Offsets)[$offset]; }
    function offsetSet($offset, $value): void {}
    function offsetExists($offset): bool { return isset((new Offsets)[$offset]); }
    function offsetUnset($offset): void {}
}
class Hooked { public $p { get => (new Hooked)->p; } }
function maps($a) { return array_map('maps', [$a]); }
function try_it(callable $f) {
    try {
        $f();
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), ' ', count($e->getTrace()) > 1000 ? 'deep' : 'shallow', "\n";
    }
}
try_it(fn() => (new Reads)->x);
try_it(fn() => (string)new Converts);
try_it(fn() => (new Offsets)[1]);
try_it(fn() => isset((new Offsets)[1]));
try_it(fn() => (new Hooked)->p);
try_it(fn() => maps(1));
$fiber = new Fiber(function () { try_it(fn() => (new Hooked)->p); });
$fiber->start();
echo "done\n";
?>
--EXPECT--
Error: Maximum call stack size of 8339456 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? deep
Error: Maximum call stack size of 8339456 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? deep
Error: Maximum call stack size of 8339456 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? deep
Error: Maximum call stack size of 8339456 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? deep
Error: Maximum call stack size of 8339456 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? deep
Error: Maximum call stack size of 8339456 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? deep
Error: Maximum call stack size of 2048000 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? deep
done
