<?php
function gen() { yield 1; Fiber::suspend(); yield 2; yield 3; }
function run($g) { foreach ($g as $x) echo $x, "\n"; }
$g = gen();
$f = new Fiber(function () use ($g) { run($g); });
$f->start();
$o = new stdClass; $o->self = $o; $o->f = $f;
unset($f, $o);
gc_collect_cycles();
for ($i = 0; $i < 100; $i++) $junk[] = str_repeat("x", $i * 7);
var_dump($g);
try { var_dump($g->current()); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
