<?php
// Names of Reflection objects are read often, and never written.
function names(array $all): void { foreach ($all as $one) { for ($i = 0; $i < 3; $i++) $name = $one->name; echo $name, ' '; } echo "\n"; }
class Plain { public $name = 'plain'; }
names([new ReflectionClass('ArrayObject'), new ReflectionMethod('ArrayObject', 'count'), new Plain, new ReflectionClass('Plain')]);
for ($i = 0; $i < 3; $i++) {
    try { $c = new ReflectionClass('Plain'); $c->name = 'x'; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
    var_dump($c->name, isset($c->name), empty($c->name), (new ReflectionClass('ArrayIterator'))->getInterfaces()['Countable']->name);
    $n = 'name';
    var_dump($c->$n);
}
$bare = (new ReflectionClass('ReflectionClass'))->newInstanceWithoutConstructor();
for ($i = 0; $i < 2; $i++) {
    try { var_dump($bare->name); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
