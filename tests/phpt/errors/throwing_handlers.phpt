--TEST--
Instructions go on after an error handler has thrown, and may throw more
--FILE--
<?php
class Overloaded { function __get($n) { return null; } }
class Plain {}
set_error_handler(function ($level, $text) { throw new ErrorException($text); });
function chain(callable $act) {
    try {
        $act();
        echo "nothing\n";
    } catch (Throwable $t) {
        $all = [];
        for (; $t; $t = $t->getPrevious()) $all[] = get_class($t) . ': ' . $t->getMessage();
        echo implode(' <- ', $all), "\n";
    }
}
echo "-- operators\n";
chain(fn() => $u + $v);
chain(fn() => $u + []);
chain(fn() => 1 / $u);
chain(fn() => 1 % $u);
chain(fn() => ~$u);
chain(fn() => $u . new Plain);
chain(function () { $u .= $v; });
chain(function () { $n = 5; $n /= $v; });
chain(fn() => [...$u]);
chain(fn() => strlen(...$u));
chain(function () { yield from $u; });
chain(fn() => iterator_to_array((function () { yield from $u; })()));
echo "-- elements\n";
chain(function () { $u[$v]++; });
chain(function () { $u[$u] = 1; });
chain(function () { $i = 3; $i[$u] = 1; });
chain(function () { $i = 3; $i[$u] .= 1; });
chain(function () { $f = false; $f[[]] = 1; });
chain(function () { $f = false; $f[1] = 1; });
chain(function () { $o = new Plain; $o[$u] = 1; });
chain(function () { $o = new Plain; $o[1] .= $u; });
chain(function () { $a = []; $a[[]] = $u; });
chain(function () { $a = []; $a[1] .= $u; });
chain(function () { $s = 'abc'; $s[1] = $u; });
chain(function () { $i = 3; unset($i[$u]); });
echo "-- properties\n";
chain(function () { $u->x = $v; });
chain(function () { $u->{$v}++; });
chain(function () { $u->{new Plain} = 1; });
chain(function () { $u->{$v}[] = 1; });
chain(function () { unset($u->{new Plain}); });
chain(function () { $o = new Overloaded; $o->x = &$u; });
chain(function () { $o = new Overloaded; [&$o->x] = $u; });
echo "-- sums\n";
chain(fn() => array_sum([[], 'v']));
chain(fn() => array_product(['5x', new Plain, 2]));
?>
--EXPECT--
-- operators
ErrorException: Undefined variable $u
ErrorException: Undefined variable $u
DivisionByZeroError: Division by zero <- ErrorException: Undefined variable $u
DivisionByZeroError: Modulo by zero <- ErrorException: Undefined variable $u
TypeError: Cannot perform bitwise not on null <- ErrorException: Undefined variable $u
ErrorException: Undefined variable $u
ErrorException: Undefined variable $v
DivisionByZeroError: Division by zero <- ErrorException: Undefined variable $v
Error: Only arrays and Traversables can be unpacked, null given <- ErrorException: Undefined variable $u
TypeError: Only arrays and Traversables can be unpacked, null given <- ErrorException: Undefined variable $u
nothing
Error: Can use "yield from" only with arrays and Traversables <- ErrorException: Undefined variable $u
-- elements
ErrorException: Undefined variable $u
TypeError: Cannot access offset of type array on array
Error: Cannot use a scalar value as an array
Error: Cannot use a scalar value as an array <- ErrorException: Undefined variable $u
TypeError: Cannot access offset of type array on array <- ErrorException: Automatic conversion of false to array is deprecated
ErrorException: Automatic conversion of false to array is deprecated
Error: Cannot use object of type Plain as array <- ErrorException: Undefined variable $u
Error: Cannot use object of type Plain as array <- Error: Cannot use object of type Plain as array <- ErrorException: Undefined variable $u
TypeError: Cannot access offset of type array on array
ErrorException: Undefined array key 1
Error: Cannot assign an empty string to a string offset <- ErrorException: Undefined variable $u
Error: Cannot unset offset in a non-array variable <- ErrorException: Undefined variable $u
-- properties
Error: Attempt to assign property "x" on null <- ErrorException: Undefined variable $v
Error: Attempt to increment/decrement property "" on null <- ErrorException: Undefined variable $v
Error: Attempt to assign property "" on null <- Error: Object of class Plain could not be converted to string
Error: Attempt to modify property "" on null <- ErrorException: Undefined variable $v
nothing
Error: Cannot assign by reference to overloaded object <- ErrorException: Indirect modification of overloaded property Overloaded::$x has no effect
Error: Cannot assign by reference to overloaded object <- ErrorException: Indirect modification of overloaded property Overloaded::$x has no effect
-- sums
ErrorException: array_sum(): Addition is not supported on type string
ErrorException: array_product(): Multiplication is not supported on type string
