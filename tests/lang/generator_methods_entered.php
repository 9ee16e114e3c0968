<?php
function g() { $x = 0; while (true) { $r = yield $x => $x * 2; if ($r === 'stop') return 99; if ($r !== null) echo "got $r\n"; $x++; } }
$g = g();
for ($i = 0; $i < 5; $i++) { echo $g->key(), ' ', $g->current(), "\n"; $g->next(); }
echo $g->send('hello'), "\n"; echo $g->send([1,2][0]), "\n";
var_dump($g->send('stop')); var_dump($g->valid(), $g->getReturn());
$g->next(); var_dump($g->current());
function t() { try { yield 1; yield 2; throw new Exception('x'); } finally { echo "fin\n"; } }
function run() { $g = t(); $g->current(); try { $g->next(); $g->next(); } catch (Exception $e) { echo $e->getMessage(), "\n", $e->getTraceAsString(), "\n"; } var_dump($g->valid()); }
run();
function bt() { yield 1; debug_print_backtrace(); yield 2; $r = yield 3; debug_print_backtrace(); yield $r; }
$b = bt(); for ($k = 0; $k < 3; $k++) { $b->current(); $b->next(); } 
$b = bt(); $b->current(); $b->next(); $b->next(); var_dump($b->send(new stdClass));
function inner() { $a = yield 1; echo "inner $a\n"; yield 2; return 3; }
function outer() { $r = yield from inner(); echo "r=$r\n"; $x = yield 4; echo "x=$x\n"; yield from [7, 8]; yield 9; }
$o = outer(); foreach (range(1, 8) as $i) { var_dump($o->current()); var_dump($o->send("s$i")); }
function &ref() { $v = 1; while ($v < 5) { yield $v; } }
$r = ref(); for ($i = 0; $i < 4; $i++) { $v = $r->current(); echo $v, "\n"; foreach ($r as &$w) { $w++; break; } }
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "d{$this->n}\n"; } }
function dd() { for ($i = 0; $i < 4; $i++) { $got = yield new D($i); } }
$d = dd(); for ($i = 0; $i < 6; $i++) { $d->current(); $d->next(); echo "after $i\n"; }
$d = dd(); $d->current(); for ($i = 10; $i < 13; $i++) { $d->send(new D($i)); echo "sent $i\n"; }
unset($d); echo "--\n";
function selfn() { global $s; yield 1; try { $s->next(); } catch (Error $e) { echo $e->getMessage(), "\n"; } yield 2; }
$s = selfn(); for ($i = 0; $i < 3; $i++) { var_dump($s->current()); $s->next(); }
function chainG($n) { if ($n == 0) { yield 'leaf'; yield 'leaf2'; return; } $g = chainG($n - 1); $g->current(); while ($g->valid()) { yield $g->current(); $g->next(); } }
$c = chainG(50); while ($c->valid()) { echo $c->current(), "\n"; $c->next(); }
$f = new Fiber(function () { $g = (function () { yield 1; $x = Fiber::suspend('s'); yield $x; yield 3; })(); while ($g->valid()) { echo 'f', $g->current(), "\n"; $g->next(); } });
$v = $f->start(); echo $v, "\n"; $f->resume('resumed');
function ex() { yield 1; yield 2; exit("bye\n"); }
register_shutdown_function(function () { echo "shutdown\n"; });
$e = ex(); for ($i = 0; $i < 4; $i++) { $e->current(); $e->next(); }
