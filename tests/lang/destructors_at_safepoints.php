<?php
// When destructors run, what their traces show, and what becomes of what they throw.
class D
{
    public function __construct(public string $name, public bool $throws = false, public mixed $holds = null) {}
    public function __destruct()
    {
        $trace = array_map(fn($f) => $f['function'] . ':' . ($f['line'] ?? '-'), debug_backtrace());
        echo "[$this->name ", implode(' ', $trace), "]\n";
        if ($this->throws) {
            throw new Exception("of $this->name");
        }
    }
    public function __toString(): string { return $this->name; }
}

echo "statement\n";
new D('new');
$a = new D('assigned');
$a = null;
$a = [new D('first'), new D('second', false, new D('held by second')), new D('third')];
$a = 1;
echo new D('echoed'), "\n";
echo "x" . new D('joined') . new D('and this') . "y\n";
echo (new D('fetched'))->name, "\n";

echo "call\n";
function locals($p) { $x = new D('x'); $y = new D('y'); return 'result'; }
echo locals(new D('argument')), "\n";
function &generator() { try { $v = new D('in generator'); yield $v; } finally { echo "finally\n"; } }
foreach (generator() as $v) { break; }
unset($v);

echo "native\n";
set_error_handler([new D('handler'), '__toString']);
restore_error_handler();
echo implode(',', array_map(fn($o) => $o->name, [new D('mapped'), new D('mapped too')])), "\n";
$list = [new D('popped')];
var_dump(array_pop($list)->name);
usort($list, fn() => 0);
$map = new SplObjectStorage;
$map[new D('key')] = new D('data');
$map->removeAll(clone $map);
echo strlen(new D('length')), "\n";

echo "throwing\n";
try {
    $x = new D('x', true);
    $x = null;
} catch (Exception $e) {
    echo 'inside: ', $e->getMessage(), "\n";
}
try {
    $all = [new D('one', true), new D('two', true)];
    $all = null;
} catch (Exception $e) {
    echo $e->getMessage(), ' after ', $e->getPrevious()->getMessage(), "\n";
}
function thrower() { $l = new D('local', true); throw new Exception('thrown'); }
try {
    thrower();
} catch (Exception $e) {
    echo $e->getMessage(), ' after ', $e->getPrevious()?->getMessage(), "\n";
}
try {
    $copy = clone new D('original', true);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
var_dump(isset($copy));

echo "order of handles\n";
class Maker { public function __construct(public $inner = null) {} public function __destruct() { $GLOBALS['made'] = new stdClass; } }
$outer = new stdClass;
$outer->inner = new Maker;
$outer = null;
var_dump($made, new stdClass);

echo "chain\n";
class Chain { public function __construct(public int $n) {} public function __destruct() { if ($this->n) { $next = new Chain($this->n - 1); } else { echo "end\n"; } } }
new Chain(3000);
class Nested { public $inner; public function __destruct() { global $count; $count++; } }
for ($i = 0, $n = null; $i < 3000; $i++) { $o = new Nested; $o->inner = $n; $n = $o; }
$o = $n = null;
echo $count, "\n";
echo "the end\n";
$last = new D('last');
