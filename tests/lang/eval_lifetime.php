<?php
$fs = [];
for ($i = 0; $i < 300; $i++) { $fs[] = eval("static \$n = [1, 'k$i' => 'v$i']; return function(\$a = [PHP_INT_SIZE . '$i']) use (&\$n) { static \$c = 0; \$c++; return [\$a, \$n, \$c, fn() => \$a]; };"); if ($i % 3 == 0) { array_shift($fs); } }
$s = ""; foreach ($fs as $k => $f) { $r = $f(); $r = $f(); $s .= $r[2] . $r[0][0] . $r[3]()[0]; }
echo md5($s), "\n";
for ($i = 0; $i < 200; $i++) { $g = eval("return (function() { try { yield 'a$i'; yield 'b$i'; } finally { \$GLOBALS['fin'][] = '$i'; } })();"); foreach ($g as $v) { $w[] = $v; break; } }
unset($g); echo count($fin), ' ', end($w), "\n";
eval('function ff($x = 5 . "a") { return $x; } class CC { const X = "x" . 1; public $p = self::X; }'); for ($i = 0; $i < 100; $i++) eval("return $i;"); echo ff(), (new CC)->p, "\n";
for ($i = 0; $i < 50; $i++) try { eval("throw new Exception('m$i', $i);"); } catch (Exception $e) { $es[] = $e; } echo $es[3], "\n";
// A handler that evaluates text itself.
set_error_handler(function ($n, $m) { for ($i=0;$i<20;$i++) eval("\$z = 'q$i';"); echo $m, "\n"; return true; }); for ($i = 0; $i < 5; $i++) eval("echo \$undef$i;");
