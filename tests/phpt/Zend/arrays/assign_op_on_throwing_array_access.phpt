--TEST--
An operator on an element that offsetGet does not give
--FILE--
<?php
class A implements ArrayAccess
{
    function offsetGet($o): mixed { throw new Exception('get'); }
    function offsetSet($o, $v): void { throw new Exception('set'); }
    function offsetExists($o): bool { return true; }
    function offsetUnset($o): void {}
}
$a = new A;
$map = new WeakMap;
foreach ([fn() => $a[1] .= 2, fn() => $a[] .= 2, fn() => $a[1]++, fn() => $map[1] .= 2] as $f) {
    try {
        $f();
    } catch (Throwable $e) {
        do {
            echo get_class($e), ': ', $e->getMessage(), "\n";
        } while ($e = $e->getPrevious());
    }
}
?>
--EXPECT--
Error: Cannot use object of type A as array
Exception: get
Error: Cannot use object of type A as array
Exception: get
Exception: get
Error: Cannot use object of type WeakMap as array
TypeError: WeakMap key must be an object
