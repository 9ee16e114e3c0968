<?php

$log = [];
$first = function ($c) use (&$log) {
    $log[] = "first $c";
};
$second = function ($c) use (&$log) {
    $log[] = "second $c";
    if (in_array($c, ['Parent_', 'Child_', 'Face', 'Tr', 'Ex'])) {
        $code = ['Parent_' => 'class Parent_ implements Face { use Tr; }', 'Child_' => 'class Child_ extends Parent_ {}', 'Face' => 'interface Face { const X = 1; }', 'Tr' => 'trait Tr { public function t() { return __CLASS__; } }', 'Ex' => 'class Ex extends Exception {}'][$c];
        eval($code);
    }
};
spl_autoload_register($first);
spl_autoload_register($second);
echo (new Child_())->t(), Child_::X, "\n";
echo implode(', ', $log), "\n";
$log = [];
var_dump(class_exists('Nope'), class_exists('Nope', false), is_a('Nope', 'Other', true), is_callable('Nope::m'), defined('Nope::X'), $log);
$log = [];
function typed(?Unloaded $x = null, Unloaded|int $y = 5)
{
    return 'types do not load';
}
echo typed(), "\n";
var_dump(new stdClass() instanceof Unloaded);
try {
    throw new Ex('loaded');
} catch (NeverLoaded $e) {
} catch (Ex $e) {
    echo $e->getMessage(), "\n";
}
echo Unloaded::class, "\n";
echo implode(', ', $log), "\n";
spl_autoload_unregister($first);
echo count(spl_autoload_functions()), "\n";
spl_autoload_register(function ($c) {
    throw new LogicException("cannot load $c");
}, prepend: true);
foreach ([fn () => new Gone(), fn () => Gone::m(), fn () => class_exists('Gone'), fn () => unserialize('O:4:"Gone":0:{}'), fn () => new ReflectionClass('Gone'), fn () => is_subclass_of('Gone', 'Exception')] as $try) {
    try {
        var_dump($try());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
$log = [];
spl_autoload_unregister(spl_autoload_functions()[0]);
spl_autoload_call('Manual');
echo implode(', ', $log), "\n";
try {
    spl_autoload_register('no_such_function');
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
