<?php
// Autoloaders that suspend a fiber in the middle of a class: what is begun afterwards ends later.
$fiber = null;
spl_autoload_register(function ($name) use (&$fiber) {
    echo "load $name\n";
    if ($name[0] === 'S') {
        Fiber::suspend();
    } else {
        $fiber->resume();
    }
    eval("class $name extends Base {}");
});
class Base {
    function f(): Base { return $this; }
}

echo "-- parents\n";
$fiber = new Fiber(function () {
    eval('class A extends SuspendedParent {}');
    echo get_parent_class('A'), "\n";
});
$fiber->start();
eval('class B extends ResumingParent {}');
echo get_parent_class('B'), "\n";

echo "-- return types\n";
$fiber = new Fiber(function () {
    eval('class C extends Base { function f(): SuspendedResult { return new SuspendedResult; } }');
    echo get_class((new C)->f()), "\n";
});
$fiber->start();
eval('class D extends Base { function f(): ResumingResult { return new ResumingResult; } }');
echo get_class((new D)->f()), "\n";

echo "-- three deep\n";
$fibers = [];
foreach (['SE', 'SF', 'SG'] as $name) {
    $fibers[$name] = new Fiber(function () use ($name) {
        eval("class Of$name extends $name { function f(): {$name}Result { return new {$name}Result; } }");
        echo get_class((new ("Of$name"))->f()), "\n";
    });
    $fibers[$name]->start();
}
foreach (['SE', 'SG', 'SF', 'SG', 'SE', 'SF'] as $name) {
    $fibers[$name]->resume();
}

echo "-- given up\n";
(function () {
    $fiber = new Fiber(function () {
        try {
            eval('class H extends SuspendedForever {}');
        } finally {
            echo "gone\n";
        }
    });
    $fiber->start();
    eval('class I extends Base { function f(): I { return $this; } }');
})();
echo get_class((new I)->f()), "\n";
var_dump(class_exists('H', false));
