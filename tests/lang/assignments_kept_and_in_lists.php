<?php
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~{$this->n} "; } }
function f(array $l) {
  if (($x = $l[0] + 1) > 1) echo $x, "\n";
  $y = $z = new D('a'); $z = $y = null; echo "| ";
  $y = new D('b'); $w = $y = new D('c'); echo "| "; var_dump($w === $y); unset($w, $y); echo "\n";
  $r = 1; $q = &$r; $s = $q = 5; $t = ($q = "str") . "x"; var_dump($r, $s, $t);
  while (($c = array_shift($l)) !== null) echo $c, ' ';
  $a = [new D('e0'), new D('e1')]; $a[0] = 1; echo "| "; $a[1] = [new D('n')]; $a[2] = 5; $a[3] = $a; $a[1] = 0; echo count($a, 1), "| "; $a = null; echo "\n";
  $b = [0 => 'a', 1 => 'b', 3 => 'd', 2 => 'c', 'k' => 1, 4 => [1], -5 => 'neg', 5 => new D('lit')]; var_dump(array_keys($b)); $b[6] = 1; $b[] = 2; echo json_encode(array_keys($b)), "\n";
  $h = []; $h[0] = 1; $h[1] = 2; $h[3] = 3; $h[] = 4; echo json_encode($h), "\n"; $copy = $h; $h[4] = new D('sep'); $h[5] = 'x'; echo json_encode($copy), "\n"; $h[4] = 1;
  unset($h[5]); $h[5] = 'again'; $h[] = 'six'; echo json_encode($h), "\n";
  $m = [PHP_INT_MAX - 1 => 1]; $m[] = 2; try { $m[] = 3; } catch (Error $e) { echo $e->getMessage(), "\n"; }
  $neg = [-3 => 1]; $neg[] = 2; echo json_encode($neg), "\n"; $u = [1]; unset($u[0]); $u[0] = 'back'; $u[] = 'next'; echo json_encode($u), "\n";
}
f([1, 2, 3]); f([4]);
set_error_handler(function ($n, $m) { echo "<$m>"; return true; });
function g() { if ($x = $undef) echo 1; $x = $y = $undef2; var_dump($x, $y); $a = [1]; $a[0] = $undef3; $a[1] = $undef4; var_dump($a); }
g();
