--TEST--
A closure of __call is a native function, which calls it, in traces
--FILE--
<?php
class Foo {
    public function __call($method, $args) { throw new Exception; }
    public static function __callStatic($method, $args) { throw new Exception; }
    function normal() { throw new Exception; }
}
$foo = new Foo;
$closures = [$foo->any(...), Foo::any(...), $foo->normal(...), Closure::fromCallable([$foo, 'other']), Closure::fromCallable('Foo::st')];
foreach ($closures as $f) {
    try { $f(1); } catch (Exception $e) { echo $e->getTraceAsString(), "\n"; }
    try { array_map($f, [1]); } catch (Exception $e) { echo $e->getTraceAsString(), "\n"; }
    try { call_user_func($f, 2); } catch (Exception $e) { echo $e->getTraceAsString(), "\n"; }
}
try { $foo->x(1); } catch (Exception $e) { echo $e->getTraceAsString(), "\n"; }
try { [$foo, 'x'](1); } catch (Exception $e) { echo $e->getTraceAsString(), "\n"; }
try { call_user_func([$foo, 'x'], 1); } catch (Exception $e) { echo $e->getTraceAsString(), "\n"; }
--EXPECTF--
#0 [internal function]: Foo->__call('any', Array)
#1 %s(10): Foo->any(1)
#2 {main}
#0 [internal function]: Foo->__call('any', Array)
#1 [internal function]: Foo->any(1)
#2 %s(11): array_map(Object(Closure), Array)
#3 {main}
#0 [internal function]: Foo->__call('any', Array)
#1 %s(12): Foo->any(2)
#2 {main}
#0 [internal function]: Foo::__callStatic('any', Array)
#1 %s(10): Foo::any(1)
#2 {main}
#0 [internal function]: Foo::__callStatic('any', Array)
#1 [internal function]: Foo::any(1)
#2 %s(11): array_map(Object(Closure), Array)
#3 {main}
#0 [internal function]: Foo::__callStatic('any', Array)
#1 %s(12): Foo::any(2)
#2 {main}
#0 %s(10): Foo->normal(1)
#1 {main}
#0 [internal function]: Foo->normal(1)
#1 %s(11): array_map(Object(Closure), Array)
#2 {main}
#0 %s(12): Foo->normal(2)
#1 {main}
#0 [internal function]: Foo->__call('other', Array)
#1 %s(10): Foo->other(1)
#2 {main}
#0 [internal function]: Foo->__call('other', Array)
#1 [internal function]: Foo->other(1)
#2 %s(11): array_map(Object(Closure), Array)
#3 {main}
#0 [internal function]: Foo->__call('other', Array)
#1 %s(12): Foo->other(2)
#2 {main}
#0 [internal function]: Foo::__callStatic('st', Array)
#1 %s(10): Foo::st(1)
#2 {main}
#0 [internal function]: Foo::__callStatic('st', Array)
#1 [internal function]: Foo::st(1)
#2 %s(11): array_map(Object(Closure), Array)
#3 {main}
#0 [internal function]: Foo::__callStatic('st', Array)
#1 %s(12): Foo::st(2)
#2 {main}
#0 %s(14): Foo->__call('x', Array)
#1 {main}
#0 %s(15): Foo->__call('x', Array)
#1 {main}
#0 %s(16): Foo->__call('x', Array)
#1 {main}
