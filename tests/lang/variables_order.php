<?php
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo $this->n, "\n"; } }
$o0 = new D(isset($o1)); $o1 = new D(1);
$p0 = [$p1 ?? 1, $p2 ?? 2]; $p2 = new D('p2'); $p1 = new D('p1'); $p0 = new D('p0');
$q[$q1 ?? 0] = 5; $q1 = new D('q1'); $q = new D('q');
$r->$r1 ?? $r2; $r2 = new D('r2'); $r1 = new D('r1'); $r = new D('r');
foreach ($s ?? [] as $s1 => $s2) {} $s2 = new D('s2'); $s1 = new D('s1'); $s = new D('s');
[$t1, $t2[$t3 ?? 0]] = $t4 ?? [1, 2]; $t4 = new D('t4'); $t3 = new D('t3'); $t1 = new D('t1'); $t2 = new D('t2');
$u .= $u1 ?? ''; $u1 = new D('u1'); $u = new D('u');
$v ??= $v1 ?? 5; $v1 = new D('v1'); $v = new D('v');
$w = &$w1; $w1 = null; unset($w); $w = new D('w'); $w1 = new D('w1');
try { throw new Exception($x1 ?? ''); } catch (Exception $x) {} $x1 = new D('x1'); $x = new D('x');
$y = function () use ($y1, &$y2) {}; $y2 = null; $y1 = new D('y1'); $y = new D('y'); 
$z = fn() => $z1 ?? 0; $z1 = new D('z1'); $z = new D('z');
function f() { $a = ($b = 1); $c = [$d = 2, $e = 3]; $f = strlen($g = "x") + ($h = 1); var_dump(array_keys(get_defined_vars())); }
f();
