<?php
// Statements made of every operator and every kind of operand: see ../operands.py.
//
//   php statements.php MODE FROM     MODE: what the error handler does, `throw` or `echo`
class AA implements ArrayAccess { public $p=1; public int $i=1;
 function offsetGet($o): mixed { echo "[get ", json_encode($o), "]"; return null; }
 function offsetSet($o,$v): void { echo "[set ", json_encode($o), json_encode($v), "]"; }
 function offsetExists($o): bool { echo "[exists ", json_encode($o), "]"; return true; }
 function offsetUnset($o): void { echo "[unset ", json_encode($o), "]"; } }
class MG { function __get($n) { echo "[__get $n]"; return null; } function __set($n,$v) { echo "[__set $n ", json_encode($v), "]"; } function __isset($n) { echo "[__isset $n]"; return true; } function __unset($n) { echo "[__unset $n]"; } function __call($n,$a) { echo "[__call $n ", json_encode($a), "]"; } static function __callStatic($n,$a) { echo "[__callStatic $n ", json_encode($a), "]"; }}
class ST { static $p = 1; static int $i = 1; const C = 1; static function m(...$a) { return count($a); } function __toString() { return 'st'; }}
function f(...$a) { return count($a); }
function fr(&$a) { return 1; }
function &rr() { static $x; return $x; }
$mode = $argv[1] ?? 'throw';
set_error_handler(function ($n, $m) use ($mode) { if ($mode == 'throw') throw new ErrorException($m); echo "<", $m, ">"; });
function chain($t) { $o = []; do { $o[] = get_class($t) . ': ' . $t->getMessage(); } while ($t = $t->getPrevious()); return implode(' <- ', $o); }
$vals = ['$u', '$u2', '1', '1.5', '"abc"', '"5"', 'null', 'true', '[]', '[1]', '$obj', '$aa', '$mg', '$st', '$arr', '$str', '$i', '$n', '$f', '$cl', '$fl'];
$snips = [];
$bin = ['+','-','*','/','%','**','.','|','&','^','<<','>>','==','===','!=','<','<=','<=>','&&','xor','??'];
foreach ($bin as $op) foreach ($vals as $a) foreach (['$u','$obj','$arr','"abc"','null','$f','$cl'] as $b) { $snips[] = "\$r = $a $op $b;"; if ($a != '$u' && $a[0] == '$') $snips[] = "\$r = $b $op $a;"; }
foreach (['+','-','~','!','(int)','(string)','(array)','(object)','(bool)','(float)','print ','clone ','@', '...', 'new ', 'throw ', 'include '] as $op) foreach ($vals as $a) { if ($op == '...') { $snips[] = "\$r = [...$a];"; $snips[] = "f(...$a);"; $snips[] = "f(1, ...$a);";} else if ($op == 'new ') { if ($a[0] == '$') $snips[] = "\$r = new $a;"; } else if ($op=='throw ') $snips[] = "throw $a;"; else if ($op == 'include ') {if ($a[0]!='$') continue; $snips[]="\$r = include $a;";} else $snips[] = "\$r = $op$a;"; }
$vars = array_filter($vals, fn($v) => $v[0] == '$');
foreach ($vals as $a) { foreach ($vals as $b) {
 $snips[] = "\$r = {$a}[{$b}];" ; 
 if ($a[0] != '$') continue;
 foreach (["\$r = isset({$a}[{$b}]);", "\$r = empty({$a}[{$b}]);", "\$r = {$a}[{$b}] ?? 7;", "{$a}[{$b}] = 1;", "{$a}[{$b}] .= 'x';", "{$a}[{$b}] ??= 'x';", "unset({$a}[{$b}]);", "{$a}[{$b}][] = 2;", "{$a}[{$b}]++;", "\$r = &{$a}[{$b}];", "unset({$a}[{$b}][1]);", "{$a}[] = {$b};", "{$a}[1] = {$b};", "{$a}[1] .= {$b};", "{$a}[{$b}]->x = 1;", "fr({$a}[{$b}]);", "\$r = {$a}[1][{$b}];", "{$a}[1][{$b}] = 1;",
 "{$a}->x = {$b};", "{$a}->i = {$b};", "{$a}->x .= {$b};", "{$a}->i += {$b};",  "{$a} .= {$b};", "{$a} += {$b};", "{$a} ??= {$b};", "{$a} **= {$b};", "{$a} = {$b};", "[{$a}, \$r] = {$b};", "['x' => {$a}] = {$b};", "\$r = $a instanceof stdClass;"] as $s) $snips[] = $s;
 foreach (["\$r = {$a}->{{$b}};", "{$a}->{{$b}} = 1;", "isset({$a}->{{$b}});", "unset({$a}->{{$b}});", "{$a}->{{$b}}++;", "{$a}->{{$b}}[] = 1;", "{$a}->{{$b}}();", "{$a}?->{{$b}};", "{$a}({$b});", "ST::{{$b}}();", "{$a}::{{$b}}();", "\$r = $a::{{$b}};", "{$a}::m($b);", "\$r = \"x{$a}y\" . $b;", "match($a) { $b => 1 };", "switch ($a) { case $b: echo 1; }", "strlen($a) . strlen($b);", "array_merge($a, $b);", "\$r = [$a => $b];", "\$r = ['x' => $a, $b];", "\$r = in_array($a, (array) $b);", "fr({$a}->{{$b}});", "\$r = &{$a}->{{$b}};", "unset({$a}->{{$b}}->z);", "unset({$a}->{{$b}}['z']);", "static fn() => $a;", "foreach ($a as \$k => $a) { }", ] as $s) $snips[] = $s;
 if ($b[0] == '$') foreach (["{$a} = &{$b};", "{$a}[1] = &{$b};", "{$a}->x = &{$b};", "[{$a}, \$r] = [{$b}, 1];", "ST::$b = 1;", "{$a}::$b;", "\$r = {$a}::{$b}[1];", "foreach ($a as $b) {}", "foreach ($a as &$b) { break; }", "[&\$r, [{$a}]] = $b;", "\$r = $$b;", "$$b = $a;", "global $b; ", "unset($$b);", "\$r=isset($$b);", "list('a' => list($a)) = $b;", "\$r = $a instanceof $b;", "ST::\$i = $b;", "ST::\$i .= $b;", "new $a($b);", "array_push($a, $b);", "sort($a); "] as $s) $snips[] = $s;
 }
 if ($a[0] != '$') continue;
 foreach (["{$a}++;", "--{$a};", "\$r = {$a}++;", "{$a}->x++;", "--{$a}->x;", "foreach ($a as \$v) {}", "foreach ($a as &\$v) {}", "foreach ($a as \$k => [\$v]) {}", "\$r = {$a}();", "\$r = {$a}::C;", "\$r = {$a}::class;", "{$a}::\$p = 2;", "{$a}->m();", "fr($a);", "\$r = &$a;", "echo $a;", "list(\$x, \$y) = $a;", "list('a' => \$x) = $a;", "\$r = `$a`;", "if ($a) echo 1;", "while ($a) break;", "\$r = $a ?: 2;", "\$r = {$a}[0][1][2];", "\$r = {$a}->a->b->c;", "{$a}->a->b->c = 1;", "{$a}[0][1][2] = 1;", "{$a}[][] = 1;", "isset({$a}[0][1]);", "isset({$a}->a->b);", "unset({$a}->a->b);", "unset({$a}[0][1]);", "return $a;", "yield $a;", "exit($a);", "\$r = \$$a;", "\$r = \"a{$a}b\";", "\$r = \"a{$a}b{$a}\";", "fr({$a}->x);", "fr({$a}[]);", "\$r = fn() => $a; \$r();", "\$r = function() use ($a) { return $a; }; \$r();", "\$r = function() use (&$a) { return $a; }; \$r();", "compact('u', $a);", "\$r = [$a => 1];", "\$r = [&$a];", "\$r = ['a' => &{$a}[1]];", "eval($a);", "declare(ticks=1);", "static \$sv = 5; \$sv .= $a;", "\$r = new class($a) {};", "\$r = $a(...);", "\$r = {$a}->m(...);", "yield from $a;", "\$r = {$a}?->x?->y;", "\$r = {$a}?->m()->z;", "const QQ = 1; define($a, 1);", "extract($a);", "call_user_func($a);", "call_user_func_array('f', $a);", "array_map($a, [1]);", "f(x: $a);", "f(...[1], x: $a);", "iterator_to_array($a);", "usort($a, 'strcmp');" ] as $s) $snips[] = $s;
}
$snips = array_values(array_unique($snips));
for ($ii = (int)($argv[2] ?? 0); $ii < count($snips); $ii++) { $code = $snips[$ii];
 if (strpos($code, 'exit(') !== false && !str_contains($code, '$u')) continue;
 $run = "return (function() { \$obj = new stdClass; \$aa = new AA; \$mg = new MG; \$st = new ST; \$arr = [1, 'x' => [2], 'y' => \$obj]; \$str = 'abc'; \$i = 3; \$n = null; \$f = 1e30; \$cl = fn() => 1; \$fl = false; \$thrown = null; try { $code \n } catch (Throwable \$thrown) { \$thrown = chain(\$thrown); } return ['thrown' => \$thrown, 'r' => \$r ?? null, 'a' => [\$u ?? 'no', \$arr ?? 'no', \$str ?? 'no', \$n ?? 'no', \$obj ?? 'no', \$i ?? 'no', \$aa ?? 'no', \$fl ?? 'no', \$st ?? 'no', ST::\$p, ST::\$i]]; })();";
 ST::$p = 1; ST::$i = 1;
 echo "$ii $code => ";
 try { $r = eval($run); if ($r instanceof Generator) $r = iterator_to_array($r, false); echo preg_replace("/\\s+/", " ", var_export($r, true)); } catch (Throwable $t) { echo chain($t); }
 echo "\n";
}
echo "all done\n";
