--TEST--
Closures, callables and calls through __call give back what was made for them
--FILE--
<?php
class O {
    public $p = 1;
    function foo() {}
    static function st() {}
    function __call($n, $a) { return $a[0] ?? null; }
    static function __callStatic($n, $a) {}
    function __invoke() {}
}
$o = new O;
$tests = [
    'plain' => function () { $f = function () {}; },
    'captures' => function () { $i = [1]; $f = function () use ($i) { return $i; }; $f(); },
    'method' => function () use ($o) { $f = $o->foo(...); $f(); ($o->foo(...))(); },
    'native' => function () { $f = strlen(...); $f("x"); },
    'fromCallable' => function () { $f = Closure::fromCallable('strlen'); $f("x"); },
    'array' => function () use ($o) { [$o, "undefined"](); },
    '__call' => function () use ($o) { static $i = 0; $o->undefined(); $o->{"undefined" . $i++}(); },
    '__call closure' => function () use ($o) {
        $f = $o->undefined(...);
        if ($f(3) !== 3 || array_map($f, [7]) !== [7]) echo "wrong";
        $h = clone $f;
        unset($f);
        $h(1);
    },
    '__callStatic' => function () { O::undefined(); $f = O::undefined(...); $f(); "O::undefined"(); "O::st"(); },
    'call_user_func' => function () use ($o) { call_user_func([$o, "undefined"], 1); call_user_func("O::undefined"); },
    'arrow' => function () { $f = fn() => 1; $f(); },
    'bind' => function () use ($o) { $f = Closure::bind(function () { return $this->p; }, $o, O::class); $f(); (function () { return $this->p; })->call($o); },
    '__invoke' => function () use ($o) { $o(); $f = $o(...); $f(); },
    'Reflection' => function () use ($o) {
        $f = (new ReflectionMethod($o, "foo"))->getClosure($o);
        $f();
        $p = (new ReflectionFunction(function (int $x = 5) {}))->getParameters()[0];
        $p->getDeclaringFunction()->getName();
        $p->getDefaultValue();
        (new ReflectionMethod(function ($a) {}, '__invoke'))->getParameters();
    },
    'static variables' => function () { $f = static function () { static $x = []; $x[] = 1; return count($x); }; $f(); $g = clone $f; $g(); },
    'generators' => function () { foreach ((function () { static $n = []; $n[] = 1; yield 1; yield 2; })() as $x); $q = (function () { yield 1; })(); $q->current(); },
    'exceptions' => function () use ($o) {
        try { $o->undefined(throw new Exception); } catch (Exception) {}
        try { O::undefined(1, 2, throw new Exception); } catch (Exception) {}
        try { [$o, 'undefined'](...[1, 2], ...throw new Exception); } catch (Exception) {}
    },
    'names' => function () use ($o) { $o->undefined(a: 1); $o->undefined(...['b' => 2]); },
    'invoked closures' => function () { $f = function ($x) { return $x; }; $f->__invoke(1); $h = $f->__invoke(...); unset($f); $h(2); [$h, '__invoke'](3); },
    'defaults' => function () { $f = array_slice(...); $h = clone $f; $h([1, 2], 1); },
];
foreach ($tests as $name => $test) {
    for ($i = 0; $i < 100; $i++) $test();
    $before = memory_get_usage();
    for ($i = 0; $i < 3000; $i++) $test();
    $grown = memory_get_usage() - $before;
    if ($grown > 60000) echo "$name: $grown\n";
}
echo "done\n";
?>
--EXPECT--
done
