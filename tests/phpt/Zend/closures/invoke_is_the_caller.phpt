--TEST--
The method __invoke of a closure is in traces, and calls the closure as native code does
--FILE--
<?php
declare(strict_types=1);
class A {}
class B {}
$f = function (A $a, int $i = 0) { throw new Exception('in'); };
$ref = function (&$x) { var_dump($x); };
$calls = [
    fn() => $f->__invoke(new A),
    fn() => $f->__invoke(new B),
    fn() => $f(new A, "5"),
    fn() => $f->__invoke(),
    fn() => $f->__invoke(a: new B),
    fn() => call_user_func([$f, '__invoke'], new B),
    fn() => [$f, '__invoke'](new B),
    fn() => array_map([$f, '__invoke'], [new B]),
    fn() => (new ReflectionMethod($f, '__invoke'))->invoke($f, new B),
    fn() => call_user_func([$ref, '__invoke'], 1),
    fn() => array_map([$ref, '__invoke'], [2]),
    fn() => $ref->__invoke(1),
];
foreach ($calls as $call) {
    try {
        $call();
    } catch (Throwable $e) {
        echo $e->getMessage(), "\n", $e->getTraceAsString(), "\n";
    }
}
$f = function ($x) { var_dump(count(debug_backtrace()), debug_backtrace()[1]['object'] === $GLOBALS['f'], debug_backtrace()[1]['class']); };
$f->__invoke(1);
$g = function () { yield (new Exception)->getTraceAsString(); };
foreach ($g->__invoke() as $trace) {
    echo $trace, "\n";
}
--EXPECTF--
in
#0 %s(8): {closure:%s:5}(Object(A))
#1 %s(8): Closure->__invoke(Object(A))
#2 %s(23): {closure:%s:8}()
#3 {main}
{closure:%s:5}(): Argument #1 ($a) must be of type A, B given
#0 %s(9): {closure:%s:5}(Object(B))
#1 %s(9): Closure->__invoke(Object(B))
#2 %s(23): {closure:%s:9}()
#3 {main}
{closure:%s:5}(): Argument #2 ($i) must be of type int, string given, called in %s on line 10
#0 %s(10): {closure:%s:5}(Object(A), '5')
#1 %s(23): {closure:%s:10}()
#2 {main}
Too few arguments to function {closure:%s:5}(), 0 passed and at least 1 expected
#0 %s(11): {closure:%s:5}()
#1 %s(11): Closure->__invoke()
#2 %s(23): {closure:%s:11}()
#3 {main}
{closure:%s:5}(): Argument #1 ($a) must be of type A, B given
#0 %s(12): {closure:%s:5}(Object(B))
#1 %s(12): Closure->__invoke(Object(B))
#2 %s(23): {closure:%s:12}()
#3 {main}
{closure:%s:5}(): Argument #1 ($a) must be of type A, B given
#0 %s(13): {closure:%s:5}(Object(B))
#1 %s(13): Closure->__invoke(Object(B))
#2 %s(23): {closure:%s:13}()
#3 {main}
{closure:%s:5}(): Argument #1 ($a) must be of type A, B given
#0 %s(14): {closure:%s:5}(Object(B))
#1 %s(14): Closure->__invoke(Object(B))
#2 %s(23): {closure:%s:14}()
#3 {main}
{closure:%s:5}(): Argument #1 ($a) must be of type A, B given
#0 [internal function]: {closure:%s:5}(Object(B))
#1 [internal function]: Closure->__invoke(Object(B))
#2 %s(15): array_map(Array, Array)
#3 %s(23): {closure:%s:15}()
#4 {main}
{closure:%s:5}(): Argument #1 ($a) must be of type A, B given
#0 [internal function]: {closure:%s:5}(Object(B))
#1 [internal function]: Closure->__invoke(Object(B))
#2 %s(16): ReflectionMethod->invoke(Object(Closure), Object(B))
#3 %s(23): {closure:%s:16}()
#4 {main}

Warning: Closure::__invoke(): Argument #1 ($x) must be passed by reference, value given in %s on line 17
int(1)

Warning: Closure::__invoke(): Argument #1 ($x) must be passed by reference, value given in %s on line 18
int(2)
Closure::__invoke(): Argument #1 ($x) could not be passed by reference
#0 %s(23): {closure:%s:19}()
#1 {main}
int(2)
bool(true)
string(7) "Closure"
#0 %s(31): {closure:%s:30}()
#1 {main}
