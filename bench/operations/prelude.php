<?php
// What the operations use: classes, functions, and values that come from where no optimiser sees them.
error_reporting(E_ALL & ~E_DEPRECATED);

class Point {
    public $x = 1; public $y = 2; public ?array $list = null; public int $count = 0; public ?Point $next = null;
    public string $name = 'point'; protected $hidden = 3; private array $items = ['a' => 1, 'b' => 2, 'c' => 3];
    public static $total = 0; public static int $typed = 0; public static array $registry = ['k' => 1];
    const LIMIT = 10;
    function __construct($x = 1, $y = 2) { $this->x = $x; $this->y = $y; }
    function getX() { return $this->x; }
    function setX($x) { $this->x = $x; return $this; }
    function add(int $a, int $b): int { return $a + $b; }
    function item($k) { return $this->items[$k] ?? null; }
    function put($k, $v) { $this->items[$k] = $v; }
    function has($k) { return isset($this->items[$k]); }
    function pushAndPop($v) { $this->items[] = $v; return array_pop($this->items); }
    function sorted() { sort($this->items); return $this->items; }
    function late() { return static::LIMIT; }
    static function make() { return new static; }
    static function plus($a, $b) { return $a + $b; }
    static function bump() { return ++self::$total; }
    function variadic(...$a) { return $a; }
    function byRef(&$a) { $a = 1; }
    function call($f, $v) { return $f($v); }
}
class Child extends Point { function getX() { return parent::getX() + 1; } }
class Magic {
    private $data = ['a' => 1, 'b' => 2];
    function __get($n) { return $this->data[$n] ?? null; }
    function __set($n, $v) { $this->data[$n] = $v; }
    function __isset($n) { return isset($this->data[$n]); }
    function __unset($n) { unset($this->data[$n]); }
    function __call($n, $a) { return $a[0] ?? $n; }
    static function __callStatic($n, $a) { return $a[0] ?? $n; }
    function __toString() { return 'magic'; }
    function __invoke($v) { return $v; }
}
class Hooked {
    private $raw = 1;
    public $value { get => $this->raw; set => $this->raw = $value; }
    public int $backed = 1 { get => $this->backed; set { $this->backed = $value; } }
    public private(set) int $seen = 1;
    public readonly int $fixed;
    function __construct() { $this->fixed = 5; }
}
class Destroyed { public $v; function __destruct() { Point::$total++; } }
interface Shape { function area(); }
class S1 implements Shape { public $p = 1; function area() { return 1; } }
class S2 implements Shape { public $p = 2; function area() { return 2; } }
class S3 implements Shape { public $p = 3; function area() { return 3; } }
class S4 implements Shape { public $p = 4; function area() { return 4; } }
trait Named { public $label = 'n'; function label() { return $this->label; } static function kind() { return static::class; } }
class WithTrait { use Named; }
abstract class Base { abstract function run($v); function twice($v) { return $this->run($this->run($v)); } }
class Impl extends Base { function run($v) { return $v + 1; } }
class Box implements ArrayAccess, IteratorAggregate, Countable {
    private $d = ['a' => 1, 'b' => 2, 'c' => 3];
    function offsetExists($k): bool { return isset($this->d[$k]); }
    function offsetGet($k): mixed { return $this->d[$k]; }
    function offsetSet($k, $v): void { if ($k === null) { $this->d[] = $v; } else { $this->d[$k] = $v; } }
    function offsetUnset($k): void { unset($this->d[$k]); }
    function getIterator(): Iterator { return new ArrayIterator($this->d); }
    function count(): int { return count($this->d); }
}
class Rows implements Iterator {
    private $i = 0;
    function __construct(private array $rows) {}
    function current(): mixed { return $this->rows[$this->i]; }
    function key(): mixed { return $this->i; }
    function next(): void { $this->i++; }
    function rewind(): void { $this->i = 0; }
    function valid(): bool { return isset($this->rows[$this->i]); }
}
class Collection extends ArrayObject {}
class Ranked extends SplHeap { protected function compare($a, $b): int { return $b <=> $a; } }
class OddIterator extends FilterIterator { public function accept(): bool { return (bool) ($this->current() & 1); } }
#[Attribute] class Marked { function __construct(public int $value = 0) {} }
#[Marked(3)] class Copied {
    public $a = 1; protected $b = 2; private $c = [1, 2]; public ?Point $point;
    function __construct() { $this->point = new Point; }
    function __clone() { $this->point = clone $this->point; }
    function all() { return get_object_vars($this); }
}
enum Status: int { case New = 1; case Open = 2; case Held = 3; case Sent = 5; case Paid = 7; case Done = 9; case Gone = 11; }
enum Suit: string { case Hearts = 'H'; case Spades = 'S'; case Clubs = 'C'; const Wild = self::Spades;
    static function first() { return self::Hearts; } function color() { return match ($this) { self::Hearts => 'red', default => 'black' }; } }
enum Plain { case A; case B; }
function none() {}
function one($a) { return $a; }
function two($a, $b) { return $a; }
function typed(int $a, string $b): int { return $a; }
function nullable(?Point $p = null): ?Point { return $p; }
function union(int|string $v): int|string { return $v; }
function defaults($a, $b = 2, $c = 'x', $d = [1, 2]) { return $b; }
function variadic(...$a) { return $a; }
function by_ref(&$a) { $a = 1; }
function by_ref_array(array &$a) { $a[0] = 1; }
function args() { return func_get_args(); }
function with_static() { static $n = 0; return ++$n; }
function with_global() { global $the_global; return $the_global; }
function fact($n) { return $n < 2 ? 1 : $n * fact($n - 1); }
function thrower($v) { if ($v) { throw new RuntimeException('x'); } return 1; }
function with_finally($v) { try { return $v; } finally { Point::$total = 1; } }
function gen3() { yield 1; yield 2; yield 3; }
function counter($n) { for ($i = 0; $i < $n; $i++) { yield $i; } }
function keyed($a) { foreach ($a as $k => $v) { yield $k => $v; } }
function delegating() { yield from gen3(); yield from [4, 5]; }
function receiving() { $v = 0; while (true) { $v = yield $v; } }
function nullsafe(?Point $p) { return $p?->next?->x; }
const THE_CONST = 42;
define('RUN_TIME', strlen('abc'));
$the_global = 5;

$v = [
    's' => strrev(strrev('Hello, World of strings')), 'lower' => strrev(strrev('a lower case text of some length')),
    'padded' => "   a lower case text of some length\n ", 'html' => strrev(strrev('<a href="x">Tom & Jerry\'s</a> page of text')),
    'plain' => strrev(strrev('plain text without anything to escape here')), 'csv' => implode(',', range(1, 20)),
    'words' => explode(' ', 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do'),
    'text' => str_repeat('The quick brown fox jumps over the lazy dog. ', 40), 'ints' => range(1, 100),
    'f' => 1234.5678, 'n' => 12345, 'm' => 7, 'neg' => -17, 'big' => PHP_INT_MAX, 'zero' => 0, 'yes' => true, 'no' => false, 'nil' => null,
    'date' => strrev(strrev('2024-05-17')), 'utf' => strrev(strrev('naive cafe')) . ' déjà vu — naïve café', 'num' => strrev(strrev('98765')), 'fnum' => strrev(strrev('12.75')),
    'empty' => '', 'path' => '/var/www/html/index.php', 'key' => strrev(strrev('key50')), 'absent' => strrev(strrev('absent')),
    'record' => ['id' => 17, 'name' => 'Alice "A" Smith', 'tags' => ['x', 'y', 'z'], 'price' => 12.5, 'ok' => true, 'none' => null],
];
$seed = 7; $v['shuffled'] = [];
for ($k = 0; $k < 100; $k++) { $seed = $seed * 16807 % 2147483647; $v['shuffled'][] = $seed % 1000; }
$v['floats'] = array_map(fn ($x) => $x / 7, $v['shuffled']);
$v['names'] = array_map(fn ($x) => "name$x", $v['shuffled']);
foreach ($v['names'] as $k => $x) { $v['map']["key$k"] = $x; }
for ($k = 0; $k < 20; $k++) { $v['rows'][] = ['id' => $k, 'name' => "n$k", 'v' => $k * 1.5]; }
for ($k = 0; $k < 1000; $k++) { $v['many'][] = ['id' => $k, 'name' => "n$k", 'v' => $k * 1.5]; }
$v['grid'] = array_fill(0, 10, array_fill(0, 10, 1));
$v['tiny'] = strrev(strrev('Hello')); $v['blank'] = strrev(strrev('  x  ')); $v['hex'] = bin2hex('Hello World');
$v['kilo'] = str_repeat('Lorem ipsum dolor sit amet, consectetur <b>adipiscing</b> elit & sed "do". ', 14);
$v['utf_kilo'] = str_repeat('Žluťoučký kůň — 日本語 text. ', 28); $v['lines'] = str_repeat("line of text\n", 80);
$v['three'] = [1, 2, 3]; $v['pair'] = ['id' => 17, 'a' => 'b']; $v['scalars'] = [1, 'a', 2.5, true, null];
for ($k = 0; $k < 100; $k++) { $v['items'][] = "item$k"; $v['index']["Key$k"] = $k; }
$v['json'] = json_encode($v['rows']); $v['serialized'] = serialize($v['rows']);
$v['binary'] = random_bytes(48); $v['long'] = str_repeat('0123456789abcdef', 4096);
$v['cmp'] = fn ($a, $b) => $a <=> $b; $v['double'] = fn ($x) => $x * 2; $v['odd'] = fn ($x) => $x & 1; $v['plus'] = fn ($a, $b) => $a + $b;
