<?php

$ao = new ArrayObject(['b' => 1, 'a' => 5]);
$ao['list'] = [1];
$ao['list'][] = 3;
var_dump(count($ao), isset($ao['b']), $ao['a'], $ao->offsetExists('x'));
echo $ao['missing'];
foreach ($ao as $k => $v) {
    if ($k === 'b') {
        $ao['added'] = 'while iterating';
        unset($ao['a']);
    }
    echo $k, ' ';
}
echo "\n";
$ao->uasort(fn ($x, $y) => strcmp(json_encode($x), json_encode($y)));
echo json_encode($ao), "\n";
class Collection extends ArrayObject
{
    public string $name = 'collection';

    public function offsetSet(mixed $k, mixed $v): void
    {
        echo "[set ", json_encode($k), "]";
        parent::offsetSet($k, $v);
    }
}
$c = new Collection([1, 2]);
$c[] = 3;
$c['k'] = 'v';
$c['k'] .= '!';
$c->append(4);
echo count($c), $c->name, json_encode($c->getArrayCopy()), "\n";
var_dump($c);
$o = new class {
    public $x = 1;
    protected $y = 2;
};
$wrap = new ArrayObject($o);
$wrap['z'] = 3;
echo json_encode($o), count($wrap), "\n";
$it = $ao->getIterator();
echo get_class($it), $it->key(), count($it), "\n";
$it->seek(1);
echo $it->key(), "\n";
try {
    $it->seek(99);
} catch (OutOfBoundsException $e) {
    echo $e->getMessage(), "\n";
}
$clone = clone $ao;
$clone['new'] = 1;
echo count($ao), count($clone), "\n";
echo serialize(new ArrayObject([1, 'k' => 'v'])), "\n";
print_r(unserialize(serialize($c)));
var_dump((array) new ArrayObject([1, 2]), empty(new ArrayObject()), (bool) new ArrayObject(), iterator_to_array(new ArrayIterator([1, 2])));
$sorted = new ArrayObject([3, 1, 2]);
$sorted->asort();
echo json_encode($sorted), json_encode(array_map(fn ($x) => $x * 2, (array) $sorted)), "\n";
$nested = new RecursiveArrayIterator([1, [2, [3]]]);
echo implode(',', iterator_to_array(new RecursiveIteratorIterator($nested), false)), "\n";
