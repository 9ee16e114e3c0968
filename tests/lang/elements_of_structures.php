<?php
// Elements of the classes that read and write them natively: what is plain, what is not, and what PHP code overrides.
class Noisy { public function __construct(public $name) {} public function __destruct() { echo "gone {$this->name}\n"; } }
class LoudFixed extends SplFixedArray {
    public function offsetGet($index): mixed { echo "get ", var_export($index, true), "\n"; return parent::offsetGet($index); }
    public function offsetSet($index, mixed $value): void { echo "set ", var_export($index, true), "\n"; parent::offsetSet($index, $value); }
    public function count(): int { return 42; }
}
class Asked extends ArrayObject {
    public function offsetExists($key): bool { echo "exists $key\n"; return parent::offsetExists($key); }
}
class PlainObject extends ArrayObject {}
class LoudList extends SplDoublyLinkedList {
    public function offsetGet($index): mixed { echo "get $index\n"; return parent::offsetGet($index); }
    public function offsetSet($index, mixed $value): void { echo "set ", var_export($index, true), "\n"; parent::offsetSet($index, $value); }
}
class ByHash extends SplObjectStorage {
    public function getHash(object $object): string { return get_class($object); }
}
class Holder { public $items; public ?SplObjectStorage $map = null; }

function attempt(callable $f) {
    try { var_dump($f()); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
function access($a, $keys) {
    foreach ($keys as $key) {
        attempt(fn () => $a[$key]);
        attempt(fn () => $a[$key] ?? 'none');
        attempt(fn () => isset($a[$key]));
        attempt(fn () => empty($a[$key]));
    }
}

echo "-- fixed\n";
$fixed = SplFixedArray::fromArray([1, null, 'x', [1, 2]]);
access($fixed, [0, 1, '2', 3, 4, -1, 1.0, true, 'no', null]);
for ($i = 0; $i < 3; $i++) { $fixed[$i] = $i * 2; $fixed['1'] = "t$i"; echo $fixed[$i], ' ', $fixed[1], "\n"; }
attempt(function () use ($fixed) { $fixed[9] = 1; });
attempt(function () use ($fixed) { $fixed[] = 1; });
$fixed[0] = new Noisy('first');
echo "replace\n";
$fixed[0] = 5;
echo "replaced\n";
var_dump(count($fixed), $x = $fixed[2] = 'assigned', $fixed[2]);
$loud = new LoudFixed(2);
for ($i = 0; $i < 2; $i++) { $loud[$i] = $i; var_dump($loud[$i], count($loud)); }

echo "-- array objects\n";
foreach ([new ArrayObject(['a' => 1, 'n' => null, '5' => 'five']), new PlainObject(['a' => 1, 'n' => null, '5' => 'five'])] as $object) {
    access($object, ['a', 'n', '5', 5, 'missing', 1.5, null]);
    for ($i = 0; $i < 3; $i++) { $object['a'] = $i; $object["k$i"] = $i; $object[] = "p$i"; var_dump($object['a'], count($object)); }
    $object['o'] = new Noisy('in object');
    $object['o'] = 1;
    print_r($object->getArrayCopy());
}
$asked = new Asked(['a' => 1]);
for ($i = 0; $i < 2; $i++) { var_dump($asked['a'] ?? 'none', $asked['b'] ?? 'none', isset($asked['a'])); }
$source = ['x' => 1];
$source['r'] = &$x;
$object = new ArrayObject($source);
$object['r'] = 'changed';
var_dump($x, $object['r']);
$other = new ArrayObject($object);
$other['x'] = 'through';
var_dump($object['x'], count($other));
$plain = new Holder;
$object = new ArrayObject($plain);
$object['items'] = 7;
var_dump($plain->items, $object['items'], count($object));

echo "-- lists\n";
$list = new SplDoublyLinkedList;
for ($i = 0; $i < 4; $i++) { $list[] = $i * 3; }
access($list, [0, '1', 3, 4, -1, 'x', null]);
$list[1] = null;
var_dump(isset($list[1]), empty($list[1]), $list[1] ?? 'none', count($list));
attempt(function () use ($list) { $list[7] = 1; });
$stack = new SplStack;
foreach ([1, 2, 3] as $n) { $stack[] = $n; }
var_dump($stack[0], $stack[2]);
$loud = new LoudList;
for ($i = 0; $i < 2; $i++) { $loud[] = $i; var_dump($loud[$i]); $loud[$i] = 'z'; }

echo "-- storages\n";
$storage = new SplObjectStorage;
$key = new Holder;
for ($i = 0; $i < 3; $i++) { $storage[$key] = $i; var_dump($storage[$key], count($storage), isset($storage[$key])); }
$storage[$key] = null;
var_dump(isset($storage[$key]), empty($storage[$key]), $storage[$key] ?? 'none');
$storage[$storage] = 'itself';
var_dump($storage[$storage], count($storage));
attempt(fn () => $storage[new Holder]);
attempt(fn () => $storage['text']);
$storage[new Noisy('key')] = 1;
foreach ($storage as $number => $object) {
    echo $number, ' ', get_class($object), ' ';
    var_dump($storage->getInfo() === $storage[$object]);
}
foreach ($storage as $outer) { foreach ($storage as $inner) { echo get_class($inner), ' '; } echo "\n"; }
try { foreach ($storage as &$object) {} } catch (Error $e) { echo $e->getMessage(), "\n"; }
$hashed = new ByHash;
$first = new Holder;
for ($i = 0; $i < 3; $i++) { $hashed[$i ? new Holder : $first] = $i; }
var_dump(count($hashed), $hashed[new Holder], $hashed->offsetExists(new Noisy('asked')));
foreach ($hashed as $object) { var_dump($object === $first); }
$many = new SplObjectStorage;
$objects = [];
for ($i = 0; $i < 50; $i++) { $many[$objects[] = new Holder] = $i; }
for ($i = 0; $i < 50; $i += 3) { unset($many[$objects[$i]]); }
for ($i = 0; $i < 50; $i += 2) { $many[$objects[$i]] = "again $i"; }
$seen = [];
foreach ($many as $object) { $seen[] = $many[$object]; }
echo count($many), ' ', implode(',', $seen), "\n";

echo "-- weak maps\n";
$weak = new WeakMap;
for ($i = 0; $i < 3; $i++) { $weak[$key] = $i; var_dump($weak[$key], count($weak)); }
attempt(fn () => $weak[new Holder]);
attempt(fn () => $weak['text']);
attempt(fn () => $weak['text'] ?? 'none');
attempt(function () use ($weak) { $weak[] = 1; });
$weak[$key] = new Noisy('value');
$weak[$key] = 0;

echo "-- places\n";
$holder = new Holder;
$holder->items = new ArrayObject(['k' => 1]);
$holder->map = new SplObjectStorage;
for ($i = 0; $i < 3; $i++) {
    $holder->items['k'] = $i;
    $holder->items["n$i"] ??= $i;
    $holder->map[$key] = $i;
    $holder->map[$key] += 10;
    var_dump($holder->items['k'], $holder->map[$key], count($holder->items));
}
function &shared() { static $object; return $object; }
$reference = &shared();
$reference = new ArrayObject([1, 2]);
for ($i = 0; $i < 2; $i++) { $reference[$i] = 'r'; var_dump($reference[$i], count($reference)); }
var_dump((new ArrayObject(['t' => 'temporary']))['t'], SplFixedArray::fromArray([1, 2])[1]);
// One place, many kinds of containers.
foreach ([[1, 2], new ArrayObject([3, 4]), 'text', SplFixedArray::fromArray([5, 6]), [7, 8], null, new SplQueue] as $container) {
    attempt(fn () => $container[1] ?? 'none');
    attempt(fn () => isset($container[1]));
}
// A handler that throws, and one that lets go of the object.
set_error_handler(function ($number, $text) use (&$released) { $released = null; echo "told: $text\n"; return true; });
$released = new ArrayObject(['a' => 1]);
var_dump($released['missing']);
set_error_handler(function ($number, $text) { throw new ErrorException($text); });
attempt(function () { $a = new ArrayObject; return $a['missing']; });
