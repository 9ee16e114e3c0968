<?php
// SPL's containers under `foreach`: values with destructors, changes on the way, leaving early, references.
class Gone { public function __construct(public $n) {} public function __destruct() { echo "gone {$this->n}\n"; } }
function walked($container) {
    foreach ($container as $key => $value) {
        echo is_array($key) ? 'array' : $key, '=>', is_object($value) ? get_class($value) : $value, "\n";
        if ($key === 2) break;
    }
}
$fixed = SplFixedArray::fromArray([1, 2.5, 'three', null]);
$list = new SplDoublyLinkedList;
foreach (['a', 'b', 'c', 'd'] as $x) $list->push($x);
$object = new ArrayObject(['k' => 1, 'l' => [2], 'm' => 'text']);
$queue = new SplQueue;
$queue->enqueue(1);
foreach ([$fixed, $list, $queue, new ArrayIterator([1, 2, 3, 4])] as $container) walked($container);
foreach ($object as $k => $v) { echo $k, gettype($v), "\n"; if ($k === 'k') $object['n'] = 'added'; }
function destroyed() {
    $fixed = new SplFixedArray(3);
    for ($i = 0; $i < 3; $i++) $fixed[$i] = new Gone($i);
    foreach ($fixed as $i => $value) { $fixed[$i] = null; echo "took $i\n"; }
    echo "last is {$value->n}\n";
    unset($fixed);
    foreach (new ArrayIterator([new Gone('x'), new Gone('y')]) as $value) echo "at {$value->n}\n";
    echo "out\n";
}
destroyed();
$value = 0;
$other = &$value;
foreach ($fixed as $value) { echo var_export($other, true), ' '; }
echo "\n";
try {
    foreach ($fixed as &$value) {}
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
foreach ($fixed as $outer) foreach ($fixed as $inner) echo var_export($inner, true), ' ';
echo "\n";
function thrown($fixed) {
    foreach ($fixed as $value) { if ($value === 'three') throw new Exception('left'); }
}
try { thrown($fixed); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
