<?php

class Service
{
    public int $n = 0;
    public string $name;

    public function __construct(string $name)
    {
        echo "[constructing $name]";
        $this->name = $name;
        $this->n = 5;
    }

    public function hello()
    {
        return "hello from $this->name";
    }
}
$r = new ReflectionClass(Service::class);
$ghost = $r->newLazyGhost(function (Service $s) {
    echo '[initializing]';
    $s->__construct('ghost');
});
var_dump($r->isUninitializedLazyObject($ghost));
var_dump($ghost);
echo $ghost->hello(), "\n";
var_dump($r->isUninitializedLazyObject($ghost), $ghost instanceof Service);
$proxy = $r->newLazyProxy(function (Service $p) {
    echo '[creating]';
    return new Service('real');
});
echo get_class($proxy), ' ', $proxy->n, ' ', $proxy->hello(), "\n";
$ghost = $r->newLazyGhost(fn ($s) => $s->__construct('skipped'));
$r->getProperty('n')->setRawValueWithoutLazyInitialization($ghost, 42);
echo $ghost->n, ' ', $ghost->name, "\n";
$failing = $r->newLazyGhost(fn () => throw new Exception('cannot'));
try {
    $failing->n;
} catch (Exception $e) {
    echo $e->getMessage(), ' ', var_export($r->isUninitializedLazyObject($failing), true), "\n";
}
$g = $r->newLazyGhost(function ($s) {
    $s->__construct('cloned');
});
$c = clone $g;
echo $c->name, "\n";
$i = $r->newLazyGhost(fn ($s) => $s->__construct('forced'));
$r->initializeLazyObject($i);
$m = $r->newLazyGhost(fn ($s) => $s->__construct('x'));
$r->markLazyObjectAsInitialized($m);
var_dump($m);
isset($r->newLazyGhost(fn ($s) => $s->__construct('isset'))->n);
echo "\n", json_encode($r->newLazyGhost(fn ($s) => $s->__construct('json'))), "\n";
