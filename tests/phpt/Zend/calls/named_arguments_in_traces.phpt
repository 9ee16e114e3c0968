--TEST--
Traces show named arguments, and the call that a required one is missing of
--FILE--
<?php
function f($a, $b = 2, ...$rest) {}
function trace(callable $f) {
    try { $f(); } catch (Throwable $t) {
        $shown = explode("\n", $t->getTraceAsString())[0];
        echo get_class($t), ': ', $t->getMessage(), "\n    ", preg_replace('/^#0 [^:]*: /', '', $shown), "\n";
    }
}
trace(fn() => var_dump(1, x: 4));
trace(fn() => max(1, x: 2));
trace(fn() => sprintf('%d', x: 'y'));
trace(fn() => f(b: 3));
trace(fn() => str_replace(subject: 'x', search: 'x'));
trace(fn() => f(...['b' => 1], ...['c' => 2]));
function thrower(...$x) { throw new Exception('thrown'); }
try { call_user_func('thrower', 1, k: 2); } catch (Exception $e) { echo preg_replace('/#(\d) [^:]*: /', '$1 ', $e->getTraceAsString()), "\n"; }
try { f(...['b' => 1], ...[2]); } catch (Error $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
ArgumentCountError: var_dump() does not accept unknown named parameters
    var_dump(1, x: 4)
ArgumentCountError: max() does not accept unknown named parameters
    max(1, x: 2)
ArgumentCountError: sprintf() does not accept unknown named parameters
    sprintf('%d', x: 'y')
ArgumentCountError: f(): Argument #1 ($a) not passed
    f(NULL, 3)
ArgumentCountError: str_replace(): Argument #2 ($replace) not passed
    str_replace('x', NULL, 'x')
ArgumentCountError: f(): Argument #1 ($a) not passed
    f(NULL, 1, c: 2)
0 thrower(1, k: 2)
1 call_user_func('thrower', 1, k: 2)
#2 {main}
f(): Argument #1 ($a) not passed
