<?php
// Generators that yield from generators, seen from loops, natives and from inside; with exceptions, returns and early ends.
function note(string $s): void { echo $s, "\n"; }
class Noisy { function __construct(public string $n) {} function __destruct() { note("~$this->n"); } }
function leaf(string $n, int $k = 2, ?Throwable $e = null) {
    $o = new Noisy("leaf $n");
    for ($i = 0; $i < $k; $i++) { yield "$n$i" => $i; }
    if ($e) { throw $e; }
    return "r$n";
}
function tree(int $depth, string $name = 't') {
    $o = new Noisy("tree $name");
    try {
        yield $name;
        if ($depth > 0) {
            $l = yield from tree($depth - 1, $name . 'l');
            $r = yield from tree($depth - 1, $name . 'r');
            return "($l $r)";
        }
        return $name;
    } finally { note("finally $name"); }
}
note('-- a tree');
foreach ($t = tree(2) as $k => $v) { echo $k, '=', $v, ' '; }
note($t->getReturn());
note('-- left early');
foreach (tree(2) as $v) { echo $v, ' '; if ($v === 'tlr') { break; } }
note('after');
note('-- an exception of the root');
function catches(string $n, ?Throwable $e) { try { yield from leaf($n, 1, $e); } catch (RuntimeException $e) { note('caught ' . $e->getMessage()); yield 'instead'; } finally { note("finally $n"); } return 'c'; }
foreach (catches('a', new RuntimeException('one')) as $k => $v) { note("$k => $v"); }
try { foreach (catches('b', new LogicException('two')) as $k => $v) { note("$k => $v"); } } catch (LogicException $e) { note('outside ' . $e->getMessage()); }
function deep(int $n, Throwable $e) { if ($n === 0) { yield 0; throw $e; } try { yield from deep($n - 1, $e); } finally { echo "f$n "; } }
try { foreach (deep(6, new Exception('deep')) as $v) { echo "v$v "; } } catch (Exception $e) { note($e->getMessage() . ' ' . count($e->getTrace())); }
note('-- by hand');
$g = tree(1);
while ($g->valid()) { echo $g->key(), '=', $g->current(), ' '; $g->next(); }
note($g->getReturn());
note('-- sent and thrown');
function echoes() { while (true) { $x = yield; if ($x === null) { return 'end'; } note("got $x"); } }
function passes() { $r = yield from echoes(); note("passed $r"); $r = yield from echoes(); return $r; }
$g = passes(); $g->current(); $g->send('a'); $g->send('b'); $g->send(null); $g->send('c'); $g->send(null); note($g->getReturn());
$g = passes(); $g->current();
try { $g->throw(new DomainException('thrown in')); } catch (DomainException $e) { note($e->getMessage()); }
var_dump($g->valid());
note('-- two of one');
function shared(Generator $of, string $who) { yield "$who first"; $r = yield from $of; note("$who has $r"); yield "$who last"; }
$of = leaf('s', 4); $a = shared($of, 'a'); $b = shared($of, 'b');
foreach ($a as $v) { echo "a:$v "; if ($v === 0) { break; } }
foreach ($b as $v) { echo "b:$v "; if ($v === 2) { break; } }
while ($a->valid()) { echo 'A:', $a->current(), ' '; $a->next(); }
while ($b->valid()) { echo 'B:', $b->current(), ' '; $b->next(); }
unset($of, $a, $b);
note('-- by a loop, then by hand, then by a loop');
$t = tree(2);
foreach ($t as $v) { echo $v, ' '; if ($v === 'tl') { break; } }
$t->next(); echo $t->current(), ' '; $t->next(); echo $t->current(), "\n";
try { foreach ($t as $v) { echo $v; } } catch (Exception $e) { note($e->getMessage()); }
unset($t);
note('-- the root looks at who is resumed');
function looks(int $n) { global $outer; if ($n) { yield from looks($n - 1); return; } try { $outer->next(); } catch (Error $e) { note($e->getMessage()); } yield $outer->valid(); foreach (debug_backtrace() as $f) { echo $f['function'], ' '; } yield 2; }
$outer = looks(3); foreach ($outer as $v) { var_dump($v); }
note('-- calls, closures, methods, arrays, iterators and fibers inside');
class Walk implements IteratorAggregate {
    function __construct(private array $rows) {}
    private function rows(array $rows) { foreach ($rows as $k => $r) { if (is_array($r)) { yield from $this->rows($r); } else { yield $k => $r; } } return count($rows); }
    function getIterator(): Iterator { return $this->rows($this->rows); }
}
foreach (new Walk([1, [2, [3, 'x' => [4]], []], 'k' => [[[5]]]]) as $k => $v) { echo "$k=>$v "; }
note('');
$f = fn (int $n) => (function () use ($n) { $c = function ($m) { yield from [$m, $m + 1]; yield strlen(implode(',', range(0, $m))); }; for ($i = 0; $i < $n; $i++) { yield from $c($i); } yield from new ArrayIterator(['z' => 9]); })();
foreach ($f(3) as $k => $v) { echo "$k=>$v "; }
note('');
echo json_encode(iterator_to_array($f(2), false)), ' ', json_encode([...$f(1)]['z'] ?? null), "\n";
function waits(int $n) { if ($n) { $x = yield from waits($n - 1); } else { $x = Fiber::suspend('s'); yield "fiber gave $x"; } yield "level $n"; return $x; }
$fiber = new Fiber(function () { foreach (waits(2) as $v) { note($v); } return 'done'; });
echo $fiber->start(), "\n"; $fiber->resume('y'); note($fiber->getReturn());
note('-- ended inside');
function stops(int $n) { if ($n) { yield from stops($n - 1); } else { yield 1; gc_collect_cycles(); yield 2; } }
foreach (stops(50) as $v) { foreach (stops(3) as $w) { echo $v, $w, ' '; } }
note('');
function many(int $n) { if ($n) { yield from many($n - 1); yield $n; } }
$sum = 0; foreach (many(20000) as $v) { $sum += $v; } note((string) $sum);
function later() { try { yield from leaf('l', 3); } finally { note('later ends'); exit("bye\n"); } }
foreach (later() as $v) { if ($v === 1) { break; } }
