<?php
// Methods of generators, called where something about the call, the generator or what happens meanwhile is not as usual.
class D { function __construct(public $n) {} function __destruct() { echo "d{$this->n} "; } }
function three() { yield new D(1); yield new D(2); yield new D(3); }
echo "temporaries: "; three()->next(); echo "| "; (function () { yield 1; echo "ran "; yield 2; })()->send('x'); echo "\n";
echo "own variable goes: ";
$g = (function () { global $g; $d = new D(4); yield 1; $g = null; yield 2; echo "never "; })();
$g->current(); $g->next(); echo "after ", gettype($g), "\n";
echo "collected: ";
function cyclic() { $a = []; $a[0] = &$a; $o = new stdClass; $o->self = $o; $got = yield 1; gc_collect_cycles(); $got = yield $got; gc_collect_cycles(); yield $got; }
$g = cyclic(); $g->current(); $o = new D(5); $o->self = $o; var_dump($g->send($o) === $o); unset($o); $g->next(); var_dump($g->current()); unset($g); gc_collect_cycles(); echo "\n";
echo "named, spread, callable: ";
function echoes() { $x = null; while (true) { $x = yield $x; } }
$g = echoes(); $g->current();
echo $g->send(value: 1), $g->send(...[2]), call_user_func([$g, 'send'], 3), [$g, 'send'](4), ($g->send(...))(5), "\n";
try { $g->send(); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
try { $g->next(1); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
echo "references: "; $r = 5; $s = &$r; echo $g->send($s), ' '; $r = [1]; $got = $g->send($r); $got[] = 2; echo count($r), "\n";
echo "many kinds at one place: ";
class Mine implements Iterator { private $i = 0; function current(): mixed { return "m$this->i"; } function key(): mixed { return $this->i; } function next(): void { $this->i++; } function rewind(): void {} function valid(): bool { return $this->i < 3; } }
function numbers($n) { for ($i = 0; $i < $n; $i++) { yield "g$i"; } }
foreach ([numbers(3), new ArrayIterator(['a', 'b', 'c']), new Mine, numbers(2), (fn () => yield from numbers(2))()] as $it) {
    while ($it->valid()) { echo $it->current(), ' '; $it->next(); }
}
echo "\n";
echo "from generators: ";
function take($inner, $n) { while ($n-- > 0 && $inner->valid()) { yield $inner->current(); $inner->next(); } return 'taken'; }
function map($inner, $f) { while ($inner->valid()) { yield $f($inner->current()); $inner->next(); } }
$m = map(take(numbers(10), 3), strtoupper(...)); while ($m->valid()) { echo $m->current(), ' '; $m->next(); } echo "\n";
echo "exceptions: ";
function throws() { try { $x = yield 1; echo "got $x "; throw new DomainException("after $x"); } finally { echo "finally "; } }
$g = throws(); $g->current();
try { $g->send(new class { function __toString() { return 'text'; } }); } catch (DomainException $e) { echo $e->getMessage(), ' '; }
var_dump($g->valid());
function handled() { while (true) { try { yield 'ok'; } catch (Exception $e) { echo $e->getMessage(), ' '; yield 'caught'; } } }
$g = handled(); $g->current(); echo $g->throw(new Exception('thrown')), ' '; $g->next(); echo $g->current(), "\n";
echo "traces: ";
function traced() { yield 1; foreach (debug_backtrace() as $t) { echo ($t['class'] ?? ''), ($t['type'] ?? ''), $t['function'], isset($t['line']) ? '' : ' without a line', isset($t['args'][0]) ? ' with one' : '', '; '; } yield 2; }
function calls($g) { $g->send('x'); } $g = traced(); $g->current(); calls($g); echo "\n";
echo "not wanted and wanted: "; $g = numbers(5); $g->valid(); $g->current(); $x = $g->next(); var_dump($x);
echo "in conditions: "; $g = numbers(3); for (; $g->valid(); $g->next()) { if ($g->current() == 'g1' && $g->send(null) == 'g2') { echo $g->current(); } } echo "\n";
echo "ended: "; $g = numbers(1); $g->next(); $g->next(); var_dump($g->valid(), $g->current(), $g->key(), $g->send(1));
echo "running: "; $g = (function () { global $g; yield 1; try { $g->next(); } catch (Error $e) { echo $e->getMessage(); } yield 2; })(); $g->current(); $g->next(); echo ' ', $g->current(), "\n";
echo "by reference: "; function &refs(array &$a) { foreach ($a as &$v) { yield $v; } } $a = [1, 2, 3]; $g = refs($a); while ($g->valid()) { echo $g->current(); $g->next(); } echo "\n";
echo "keys: "; $g = (function () { yield 'k' => 1; yield 2; yield 10 => 3; yield 4; })(); while ($g->valid()) { echo $g->key(), '=', $g->current(), ' '; $g->next(); } echo "\n";
echo "yield from an array: "; $g = (function () { yield 0; $x = yield from [1, 2]; yield 3; })(); while ($g->valid()) { echo $g->current(), $g->key(), ' '; $g->send('lost'); } echo "\n";
echo "return: "; $g = (function () { $x = yield 1; return "r$x"; })(); $g->current(); var_dump($g->send('s')); echo $g->getReturn(), "\n";
echo "many alive: "; $all = []; for ($i = 0; $i < 300; $i++) { $g = numbers(3); $g->current(); $g->next(); $all[] = $g; } $n = 0; foreach ($all as $g) { $g->next(); $n += $g->valid(); } echo $n, "\n";
echo "deep: "; function nest($n) { if ($n) { $g = nest($n - 1); $g->current(); while ($g->valid()) { yield $g->current(); $g->next(); } } else { yield 'x'; yield 'y'; } } $g = nest(200); while ($g->valid()) { echo $g->current(); $g->next(); } echo "\n";
echo "ends in a fiber: "; $f = new Fiber(function () { $g = (function () { try { yield 1; yield Fiber::suspend(2); yield 3; } finally { echo "finally "; } })(); $g->current(); $g->next(); echo $g->current(), ' '; $g->next(); }); echo $f->start(), ' '; $f->resume('back'); echo "\n";
