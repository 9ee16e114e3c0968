--TEST--
An ArrayObject makes a lazy object real when its properties are asked for
--FILE--
<?php
class P { public $x = 1; public $y = 2; }
$class = new ReflectionClass('P');
$uses = [
    'count' => fn($o) => $o->count(),
    'read' => fn($o) => $o['x'],
    'isset' => fn($o) => isset($o['x']),
    'write' => fn($o) => $o['x'] = 3,
    'unset' => function ($o) { unset($o['x']); },
    'copy' => fn($o) => $o->getArrayCopy(),
    'walk' => function ($o) { foreach ($o as $key => $value) echo "$key=$value "; },
];
foreach ($uses as $name => $use) {
    foreach (['ArrayObject', 'ArrayIterator'] as $holder) {
        $lazy = $class->newLazyGhost(function () { echo 'made '; });
        echo "$holder $name: ";
        $use(new $holder($lazy));
        var_dump($class->isUninitializedLazyObject($lazy));
        $lazy = $class->newLazyProxy(function () { echo 'made '; return new P; });
        echo "$holder $name: ";
        $use(new $holder($lazy));
        var_dump($class->isUninitializedLazyObject($lazy));
    }
}
$lazy = $class->newLazyGhost(function () { throw new Exception('not made'); });
try {
    foreach (new ArrayIterator($lazy) as $value) {
    }
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
ArrayObject count: made bool(false)
ArrayObject count: made bool(false)
ArrayIterator count: made bool(false)
ArrayIterator count: made bool(false)
ArrayObject read: made bool(false)
ArrayObject read: made bool(false)
ArrayIterator read: made bool(false)
ArrayIterator read: made bool(false)
ArrayObject isset: made bool(false)
ArrayObject isset: made bool(false)
ArrayIterator isset: made bool(false)
ArrayIterator isset: made bool(false)
ArrayObject write: made bool(false)
ArrayObject write: made bool(false)
ArrayIterator write: made bool(false)
ArrayIterator write: made bool(false)
ArrayObject unset: made bool(false)
ArrayObject unset: made bool(false)
ArrayIterator unset: made bool(false)
ArrayIterator unset: made bool(false)
ArrayObject copy: made bool(false)
ArrayObject copy: made bool(false)
ArrayIterator copy: made bool(false)
ArrayIterator copy: made bool(false)
ArrayObject walk: made x=1 y=2 bool(false)
ArrayObject walk: made x=1 y=2 bool(false)
ArrayIterator walk: made x=1 y=2 bool(false)
ArrayIterator walk: made x=1 y=2 bool(false)
not made
