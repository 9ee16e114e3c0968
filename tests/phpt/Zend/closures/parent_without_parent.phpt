--TEST--
`parent` in a closure is looked up when it runs, since the closure can get another class
--FILE--
<?php
class P { const X = 'x'; static $s = 's'; function f() { return 'f'; } }
class C extends P {}
class A {
    static function closures() {
        return [
            fn() => parent::class, fn() => parent::X, fn() => parent::$s, fn() => parent::f(),
            fn() => new parent, fn(parent $p) => 1,
        ];
    }
}
foreach (A::closures() as $i => $f) {
    try { $f(1); } catch (Error $e) { echo get_class($e), ': ', strtok($e->getMessage(), ','), "\n"; }
    $g = @Closure::bind($f, new C, C::class);
    if ($g) { $r = $g(new P); echo is_object($r) ? get_class($r) : $r, "\n"; }
}
--EXPECT--
Error: Cannot use "parent" when current class scope has no parent
P
Error: Cannot access "parent" when current class scope has no parent
x
Error: Cannot access "parent" when current class scope has no parent
s
Error: Cannot access "parent" when current class scope has no parent
f
Error: Cannot access "parent" when current class scope has no parent
P
TypeError: A::{closure:A::closures():8}(): Argument #1 ($p) must be of type parent
1
