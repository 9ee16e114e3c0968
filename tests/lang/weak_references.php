<?php

class Node
{
    public function __construct(public string $name)
    {
    }

    public function __destruct()
    {
        echo "destroyed $this->name\n";
    }
}
$o = new Node('a');
$w = WeakReference::create($o);
var_dump($w->get() === $o, WeakReference::create($o) === $w);
unset($o);
var_dump($w->get());

$map = new WeakMap();
$k1 = new Node('k1');
$k2 = new Node('k2');
$map[$k1] = ['data' => 1];
$map[$k2] = new Node('value of k2');
echo count($map), "\n";
foreach ($map as $k => $v) {
    echo $k->name, ' ', is_array($v) ? 'array' : $v->name, "\n";
}
unset($v, $k);
var_dump(isset($map[$k1]), $map[$k1]);
unset($k2);
echo count($map), "\n";
unset($map[$k1]);
echo count($map), "\n";
$map[$k1] = $k1;
unset($k1);
gc_collect_cycles();
echo count($map), "\n";
foreach ([fn () => $map['string'] = 1, fn () => $map[new stdClass()], fn () => $map[] = 1, fn () => serialize($map), fn () => new WeakReference()] as $try) {
    try {
        $try();
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
var_dump($map);
echo "end\n";
