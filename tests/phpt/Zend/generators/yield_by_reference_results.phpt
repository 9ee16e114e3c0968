--TEST--
Which expressions a generator by reference yields with a notice
--FILE--
<?php
set_error_handler(function ($n, $m) { echo "handler: $m\n"; return true; });
function fv() { return 1; } function &fr() { static $x = 1; return $x; }
class C { public $p = 1; static $s = 1; function m() { return 1; } static function sm() { return 2; } const K = 1; }
$c = new C;
$exprs = ['1', '$a', '$a[0]', '$a->b ?? 1', 'fv()', 'fr()', '$c->p', 'C::$s', '$c->m()', 'C::sm()', 'C::K', '(yield)', '($x = 1)', '($x = &$y)', '$x++', '++$x', 'new C', 'include "data:,x"', '$x .= "a"', '$x ?: 1', '$x ? $x : $x', '[1]', '"a$x"', '(int)$x', '@$x', '@fv()', 'clone $c', '$x ?? $y', '$x ??= 1', 'print ""', '!$x', 'match(1) { 1 => $x, default => 1 }', 'fn() => 1', 'strlen("a")', 'isset($x)', 'eval("return 1;")', 'yield from []', '$c?->p', '$c?->m()', '[$x, $y] = [1, 2]', '$$n', '$GLOBALS["c"]', '$c::K', 'PHP_VERSION', 'fv(...)', 'new class {}', '-$x', '$x instanceof C', 'array_map(null, [1])', '$x <=> 1', '$x && 1', '$x .  1', 'call_user_func("fr")', '(fr())', '("fr")()', '$c->p = 3', '$a[0] = 3', '$c->p++', '--$c->p', '$c->p .= 1', 'C::$s .= 2', 'C::$s++', 'empty($x)'];
foreach ($exprs as $i => $e) {
  echo "#$e\n";
  try { eval("function &g$i() { global \$c; \$x = 1; \$y = 2; \$n = 'x'; \$a = [1, 2]; \$o = null; \$z = (yield $e); } foreach (g$i() as &\$v) { echo json_encode(\$v); \$v = 5; } unset(\$v); function &r$i() { global \$c; \$x = 1; \$y = 2; \$n = 'x'; \$a = [1, 2]; return $e; } ");
  if (!str_contains($e, 'yield')) { eval("\$q = &r$i();"); echo json_encode($q), "\n"; unset($q); }
  } catch (Error $t) { echo get_class($t), $t->getMessage(), "\n"; }
}
function rp(&$x) { $x = 1; }
foreach ($exprs as $i => $e) {
  if (str_contains($e, 'yield') || $e == '1') continue;
  echo "#$e\n"; $x = 1; $y = 2; $n = 'x'; $a = [1, 2]; $o = null;
  try { eval("rp($e);"); } catch (Error $t) { echo get_class($t), $t->getMessage(), "\n"; }
  try { eval("(function (&...\$x) { \$x[0] = 1; })($e);"); } catch (Error $t) { echo get_class($t), $t->getMessage(), "\n"; }
  try { eval("\$fo = 'rp'; \$fo($e);"); } catch (Error $t) { echo get_class($t), $t->getMessage(), "\n"; }
}
--EXPECTF--
#1
handler: Only variable references should be yielded by reference
1handler: Only variable references should be returned by reference
1
#$a
[1,2][1,2]
#$a[0]
11
#$a->b ?? 1
handler: Only variable references should be yielded by reference
1handler: Only variable references should be returned by reference
1
#fv()
handler: Only variable references should be yielded by reference
1handler: Only variable references should be returned by reference
1
#fr()
15
#$c->p
15
#C::$s
15
#$c->m()
handler: Only variable references should be yielded by reference
1handler: Only variable references should be returned by reference
1
#C::sm()
handler: Only variable references should be yielded by reference
2handler: Only variable references should be returned by reference
2
#C::K
handler: Only variable references should be yielded by reference
1handler: Only variable references should be returned by reference
1
#(yield)
nullnull#($x = 1)
handler: Only variable references should be yielded by reference
1handler: Only variable references should be returned by reference
1
#($x = &$y)
2handler: Only variable references should be returned by reference
2
#$x++
handler: Only variable references should be yielded by reference
1handler: Only variable references should be returned by reference
1
#++$x
handler: Only variable references should be yielded by reference
2handler: Only variable references should be returned by reference
2
#new C
{"p":1}handler: Only variable references should be returned by reference
{"p":1}
#include "data:,x"
handler: include(): data:// wrapper is disabled in the server configuration by allow_url_include=0
handler: include(data:,x): Failed to open stream: no suitable wrapper could be found
handler: include(): Failed opening 'data:,x' for inclusion (include_path='.:/usr/share/php')
falsehandler: include(): data:// wrapper is disabled in the server configuration by allow_url_include=0
handler: include(data:,x): Failed to open stream: no suitable wrapper could be found
handler: include(): Failed opening 'data:,x' for inclusion (include_path='.:/usr/share/php')
handler: Only variable references should be returned by reference
false
#$x .= "a"
handler: Only variable references should be yielded by reference
"1a"handler: Only variable references should be returned by reference
"1a"
#$x ?: 1
handler: Only variable references should be yielded by reference
1handler: Only variable references should be returned by reference
1
#$x ? $x : $x
handler: Only variable references should be yielded by reference
1handler: Only variable references should be returned by reference
1
#[1]
handler: Only variable references should be yielded by reference
[1]handler: Only variable references should be returned by reference
[1]
#"a$x"
handler: Only variable references should be yielded by reference
"a1"handler: Only variable references should be returned by reference
"a1"
#(int)$x
handler: Only variable references should be yielded by reference
1handler: Only variable references should be returned by reference
1
#@$x
handler: Only variable references should be yielded by reference
1handler: Only variable references should be returned by reference
1
#@fv()
1handler: Only variable references should be returned by reference
1
#clone $c
handler: Only variable references should be yielded by reference
{"p":5}handler: Only variable references should be returned by reference
{"p":5}
#$x ?? $y
handler: Only variable references should be yielded by reference
1handler: Only variable references should be returned by reference
1
#$x ??= 1
handler: Only variable references should be yielded by reference
1handler: Only variable references should be returned by reference
1
#print ""
handler: Only variable references should be yielded by reference
1handler: Only variable references should be returned by reference
1
#!$x
handler: Only variable references should be yielded by reference
falsehandler: Only variable references should be returned by reference
false
#match(1) { 1 => $x, default => 1 }
handler: Only variable references should be yielded by reference
1handler: Only variable references should be returned by reference
1
#fn() => 1
handler: Only variable references should be yielded by reference
{}handler: Only variable references should be returned by reference
{}
#strlen("a")
handler: Only variable references should be yielded by reference
1handler: Only variable references should be returned by reference
1
#isset($x)
handler: Only variable references should be yielded by reference
truehandler: Only variable references should be returned by reference
true
#eval("return 1;")
1handler: Only variable references should be returned by reference
1
#yield from []

Fatal error: Cannot use "yield from" inside a by-reference generator in %s(9) : eval()'d code on line 1
