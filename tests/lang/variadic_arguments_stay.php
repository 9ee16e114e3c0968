<?php
// The arguments a variadic parameter collects are the call's own as well: they live until it ends and backtraces show them.
class D { function __construct(public $n) {} function __destruct() { echo "destruct $this->n\n"; } }
function f(...$v) { $v = null; echo "in f\n"; print_r(array_map(fn ($d) => $d->n, debug_backtrace()[0]['args'])); }
f(new D(1), new D(2));
function g($a, ...$v) { $v[0] = 5; $v[] = 6; $a = 7; print_r(debug_backtrace()[0]['args']); print_r(func_get_args()); }
g(1, 2, 3);
function h($a, ...$v) { $v = []; $a = 7; print_r(debug_backtrace()[0]['args']); print_r(func_get_args()); }
h(1, 2, k: 3);
function r(&...$v) { $v[0] = 9; $v = null; print_r(debug_backtrace()[0]['args']); }
$x = 1; r($x); var_dump($x);
function t(...$v) { $v = 1; throw new Exception('x'); }
try { t(1, [2], 'c'); } catch (Exception $e) { echo $e->getTraceAsString(), "\n"; }
function gen(...$v) { $v = null; yield 1; echo "gen\n"; print_r(func_get_args()); }
foreach (gen(new D('g')) as $x) echo "walk\n";
function s(...$v) { unset($v); echo "s\n"; print_r(func_get_args()); }
s(1, 2);
function copies(...$v) { $v[0][] = 2; print_r($v); print_r(func_get_args()); }
copies([1]);
