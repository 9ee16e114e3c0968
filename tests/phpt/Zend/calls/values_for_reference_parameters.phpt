--TEST--
Values where a parameter takes a reference are refused when they have been evaluated, whatever the call
--FILE--
<?php
function p($x) { echo "p$x\n"; return $x; }
class C
{
    public $a;
    function __construct(&$a = null) {}
    function m($x, &$y, ...$z) {}
    static function s($x, &$y) {}
}
$o = new C;
$f = fn($x, &$y) => 1;
$n = 'C';
$m = 'm';
$calls = [
    'new $n(p(1))', 'new $n("a" . p(1))', 'new C(1)', '$o->m(p(1), 2, p(3))', '$o->$m(p(1), 2, p(3))', 'C::s(p(1), 2)',
    'C::$m(p(1), 2)', '$f(p(1), 2, p(3))', '$f(p(1), p(2) + 1, p(3))', '[$o, "m"](1, 2)', '$f->__invoke(1, 2)', '$f(...)(1, 2)',
    '$f(1, $q = 2)', '$f(1, $o->a)', '$f(1, C::class)', '$f(1, new C)', '$f(1, eval("return 1;"))', '$f(1, $q ? 1 : 2)',
    // Results of what PHP has an instruction for, or calls without a frame, are values.
    '$f(1, strlen("a"))', '$f(1, sprintf("%s", 1))', '$f(1, sprintf("%5s", 1))', '$f(1, trim("a"))', '$f(1, ltrim("a"))',
    '$f(1, in_array(1, [$o]))', '$f(1, min(1, 2))', '$f(1, min(1, 2, 3))', '$f(x: 1, y: min(1, 2))', '$f(1, y: p(2) . "a")',
    'array_push(min([1], [2]), 3)', 'end(str_replace("a", "b", ["c"]))',
];
foreach ($calls as $call) {
    try {
        var_dump(eval("return $call;"));
    } catch (Error $e) {
        echo $call, ': ', $e->getMessage(), "\n";
    }
}
--EXPECTF--
p1

Notice: Only variables should be passed by reference in %s(25) : eval()'d code on line 1
object(C)#3 (1) {
  ["a"]=>
  NULL
}
p1
new $n("a" . p(1)): C::__construct(): Argument #1 ($a) could not be passed by reference
new C(1): C::__construct(): Argument #1 ($a) could not be passed by reference
p1
$o->m(p(1), 2, p(3)): C::m(): Argument #2 ($y) could not be passed by reference
p1
$o->$m(p(1), 2, p(3)): C::m(): Argument #2 ($y) could not be passed by reference
p1
C::s(p(1), 2): C::s(): Argument #2 ($y) could not be passed by reference
C::$m(p(1), 2): Non-static method C::m() cannot be called statically
p1
$f(p(1), 2, p(3)): {closure:%s:11}(): Argument #2 ($y) could not be passed by reference
p1
p2
$f(p(1), p(2) + 1, p(3)): {closure:%s:11}(): Argument #2 ($y) could not be passed by reference
[$o, "m"](1, 2): C::m(): Argument #2 ($y) could not be passed by reference
$f->__invoke(1, 2): Closure::__invoke(): Argument #2 ($y) could not be passed by reference
$f(...)(1, 2): {closure:%s:11}(): Argument #2 ($y) could not be passed by reference
$f(1, $q = 2): {closure:%s:11}(): Argument #2 ($y) could not be passed by reference
int(1)
$f(1, C::class): {closure:%s:11}(): Argument #2 ($y) could not be passed by reference

Notice: Only variables should be passed by reference in %s(25) : eval()'d code on line 1
int(1)

Notice: Only variables should be passed by reference in %s(25) : eval()'d code on line 1
int(1)
$f(1, $q ? 1 : 2): {closure:%s:11}(): Argument #2 ($y) could not be passed by reference
$f(1, strlen("a")): {closure:%s:11}(): Argument #2 ($y) could not be passed by reference
$f(1, sprintf("%%s", 1)): {closure:%s:11}(): Argument #2 ($y) could not be passed by reference

Notice: Only variables should be passed by reference in %s(25) : eval()'d code on line 1
int(1)
$f(1, trim("a")): {closure:%s:11}(): Argument #2 ($y) could not be passed by reference

Notice: Only variables should be passed by reference in %s(25) : eval()'d code on line 1
int(1)

Notice: Object of class C could not be converted to int in %s(25) : eval()'d code on line 1
$f(1, in_array(1, [$o])): {closure:%s:11}(): Argument #2 ($y) could not be passed by reference
$f(1, min(1, 2)): {closure:%s:11}(): Argument #2 ($y) could not be passed by reference

Notice: Only variables should be passed by reference in %s(25) : eval()'d code on line 1
int(1)
$f(x: 1, y: min(1, 2)): {closure:%s:11}(): Argument #2 ($y) could not be passed by reference
p2
$f(1, y: p(2) . "a"): {closure:%s:11}(): Argument #2 ($y) could not be passed by reference
array_push(min([1], [2]), 3): array_push(): Argument #1 ($array) could not be passed by reference
end(str_replace("a", "b", ["c"])): end(): Argument #1 ($array) could not be passed by reference
