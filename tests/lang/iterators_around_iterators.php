<?php
// What the iterators around other iterators call, and in which order: of inner ones in PHP, of their own overridden methods.
class Told implements Iterator {
    private $at = 0;
    public function __construct(private array $all, private string $name = 'i') {}
    private function tell($what) { echo "$this->name.$what "; }
    public function rewind(): void { $this->tell('rewind'); $this->at = 0; }
    public function valid(): bool { $this->tell('valid'); return $this->at < count($this->all); }
    public function current(): mixed { $this->tell('current'); return $this->all[$this->at]; }
    public function key(): mixed { $this->tell('key'); return "k$this->at"; }
    public function next(): void { $this->tell('next'); $this->at++; }
}
class Odd extends FilterIterator { public function accept(): bool { echo 'accept '; return (bool) ($this->current() & 1); } }
class Shown extends IteratorIterator { public function current(): mixed { echo 'own current '; return parent::current() * 10; } }
class Valid extends LimitIterator { public function valid(): bool { echo 'own valid '; return parent::valid(); } }
class Keyed extends CachingIterator { public function key(): mixed { echo 'own key '; return 'x' . parent::key(); } }
class Next extends InfiniteIterator { public $left = 4; public function next(): void { parent::next(); $this->left--; } }
class Unmade extends FilterIterator { public function __construct() {} public function accept(): bool { return true; } }
class Thrown extends FilterIterator {
    public function accept(): bool { if ($this->current() == 2) throw new LogicException('two'); return true; }
}

function walk($title, Traversable $it, $limit = 6) {
    echo "-- $title\n";
    try {
        walk_twice($it, $limit);
    } catch (OutOfBoundsException $e) {
        echo $e->getMessage(), "\n", $e->getTraceAsString(), "\n";
    }
}
function walk_twice(Traversable $it, $limit) {
    foreach ($it as $key => $value) {
        echo "=> ", is_array($key) ? json_encode($key) : $key, '=', json_encode($value), "\n";
        if (--$limit < 0) break;
    }
    echo "\n";
    $limit = 3;
    foreach ($it as $value) {
        echo "-> ", json_encode($value), "\n";
        if (--$limit < 0) break;
    }
    echo "\n";
}
$three = [1, 2, 3];
foreach (['told' => fn () => new Told($three), 'array' => fn () => new ArrayIterator($three)] as $kind => $make) {
    walk("$kind iterator", new IteratorIterator($make()));
    walk("$kind limit", new LimitIterator($make(), 1, 1));
    walk("$kind limit of none", new LimitIterator($make(), 5));
    walk("$kind filter", new Odd($make()));
    walk("$kind callback", new CallbackFilterIterator($make(), fn ($v, $k, $it) => $v != 2));
    walk("$kind caching", new CachingIterator($make()));
    walk("$kind full cache", new CachingIterator($make(), CachingIterator::FULL_CACHE));
    walk("$kind infinite", new InfiniteIterator($make()), 4);
    walk("$kind no rewind", new NoRewindIterator($make()));
    walk("$kind regex", new RegexIterator($make(), '/[13]/'));
    walk("$kind own current", new Shown($make()));
    walk("$kind own valid", new Valid($make(), 0, 2));
    walk("$kind own key", new Keyed($make()));
    walk("$kind own next", $next = new Next($make()), 3);
    var_dump($next->left);
    $append = new AppendIterator;
    $append->append($make());
    $append->append($make());
    walk("$kind append", $append);
    walk("$kind chain", new LimitIterator(new Odd(new IteratorIterator($make())), 0, 1));
    walk("$kind chain of own", new IteratorIterator(new Shown(new CachingIterator($make()))));
    echo "-- $kind functions\n";
    var_dump(iterator_count(new Odd($make())), iterator_to_array(new LimitIterator($make(), 1)));
}
echo "-- once more inside\n";
$it = new IteratorIterator(new ArrayIterator($three));
foreach ($it as $a) { foreach ($it as $b) echo "$a$b "; echo '| '; }
echo "\n";
$caching = new CachingIterator(new ArrayIterator(['a', 'b', 'c']));
foreach ($caching as $v) echo $v, $caching->hasNext() ? ', ' : "\n";
$inner = new ArrayIterator([1, 2, 3, 4]);
foreach (new IteratorIterator($inner) as $k => $v) { echo "$k=$v "; if ($v == 2) $inner[] = 5; if ($v == 1) unset($inner[2]); }
echo "\n";
foreach (new RecursiveIteratorIterator(new RecursiveArrayIterator([1, [2, [3, 4]], [], 5, (object) ['p' => 6]])) as $k => $v) echo "$k=$v ";
echo "\n";
$tree = new RecursiveIteratorIterator(new RecursiveArrayIterator([1, ['a' => 2, 'b' => [3]]]), RecursiveIteratorIterator::SELF_FIRST);
foreach ($tree as $k => $v) echo $tree->getDepth(), ':', $k, '=', json_encode($v), ' ';
echo "\n";
foreach ([fn () => new Unmade, fn () => new Thrown(new ArrayIterator($three))] as $make) {
    try {
        foreach ($make() as $v) echo "$v\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n", preg_replace('/^(#\d+) [^ ]*\/?(\S+\.php)/m', '$1 $2', $e->getTraceAsString()), "\n";
    }
}
try { foreach (new IteratorIterator(new ArrayIterator($three)) as &$v) {} } catch (Error $e) { echo $e->getMessage(), "\n"; }
