--TEST--
foreach enters generators: yields, exceptions, fibers and exits on the way
--FILE--
<?php
function count_up($n) { try { for ($i = 1; $i <= $n; $i++) { $got = yield "k$i" => $i; var_dump($got); } return 'done'; } finally { echo "finally $n\n"; } }
function outer() { foreach (count_up(2) as $k => $v) { yield $k => $v * 10; } yield from [7, 8]; yield from count_up(1); }
foreach (outer() as $k => $v) { echo "$k => $v\n"; }

echo "-- left early\n";
foreach (count_up(5) as $v) { if ($v == 2) { break; } }

echo "-- thrown through\n";
function throws() { yield 1; throw new RuntimeException('from the generator'); }
function walks() { foreach (throws() as $v) { yield $v; } }
try { foreach (walks() as $v) { echo "$v\n"; } } catch (RuntimeException $e) { echo $e->getMessage(), "\n"; foreach ($e->getTrace() as $f) { echo '  ', $f['function'], ':', $f['line'] ?? '?', "\n"; } }

echo "-- caught inside\n";
function catches() { try { yield 1; yield from throws(); } catch (RuntimeException $e) { echo "caught\n"; yield 99; } }
foreach (catches() as $v) { echo "$v\n"; }

echo "-- resumed inside its own loop\n";
$g = count_up(4);
foreach ($g as $v) { echo "at $v\n"; $g->send("sent"); }
var_dump($g->getReturn());

echo "-- running already\n";
function itself() { global $it; yield 1; foreach ($it as $x) { echo $x; } }
$it = itself();
try { foreach ($it as $v) { echo "$v\n"; } } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }

echo "-- in a fiber\n";
function suspends() { for ($i = 0; $i < 3; $i++) { $x = Fiber::suspend("s$i"); yield $x; } }
$f = new Fiber(function () { foreach (suspends() as $k => $v) { echo "$k: $v\n"; } return 'end'; });
$r = $f->start();
while (!$f->isTerminated()) { $r = $f->resume("r($r)"); }
var_dump($f->getReturn());
$g = new Fiber(function () { foreach (suspends() as $v) { echo "never\n"; } });
$g->start();
unset($g, $f);

echo "-- values that are objects with destructors\n";
class D { function __construct(public $n) {} function __destruct() { echo "gone $this->n\n"; } }
function objects() { yield new D(1); yield new D(2); }
foreach (objects() as $o) { echo "have $o->n\n"; }
unset($o);

echo "-- exit\n";
function ends() { try { yield 1; exit("bye\n"); } finally { echo "not reached\n"; } }
foreach (ends() as $v) { echo "$v\n"; }
--EXPECT--
k1 => 10
NULL
k2 => 20
NULL
finally 2
0 => 7
1 => 8
k1 => 1
NULL
finally 1
-- left early
NULL
finally 5
-- thrown through
1
from the generator
  throws:11
  walks:12
-- caught inside
1
1
caught
99
-- resumed inside its own loop
at 1
string(4) "sent"
NULL
at 3
string(4) "sent"
NULL
finally 4
string(4) "done"
-- running already
1
Exception: Cannot rewind a generator that was already run
-- in a fiber
0: r(s0)
1: r(s1)
2: r(s2)
string(3) "end"
-- values that are objects with destructors
have 1
gone 1
have 2
gone 2
-- exit
1
bye
