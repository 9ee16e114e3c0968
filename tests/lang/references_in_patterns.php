<?php
// The array is reached through a reference: the pattern may assign to the variable it is in.
$a = [1, 2]; list(&$a, &$b) = $a; var_dump($a, $b);
$a = [[1, 2], 3]; [[&$x, &$a], $y] = $a; var_dump($a, $x, $y);
$a = ['a' => 1, 'b' => ['c' => 2]]; ['b' => ['c' => &$c], 'a' => &$a] = $a; var_dump($a, $c);
$m = [[1, 2], [3, 4]]; foreach ($m as [&$p, $q]) $p += $q; unset($p); echo json_encode($m), "\n";
var_dump([&$k] = $fresh, $fresh);
class X { public $v = 1; function f() { $t =& $this; $t->v = 5; $t = null; var_dump($t, $this->v); $this .= 'z'; return $this->v; } function __toString() { return 'x'; } }
try { (new X)->f(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
