<?php
namespace N { function f($x) { return in_array($x, ['a', 'b', 'c']); } function g() { return \func_get_args(); } function h($a, $b) { $c = 3; return compact('a', 'b', 'c'); }
function i(...$z) { return func_get_args(); }
 var_dump(f('b'), f('d'), f(0), f(null), f(''), f(1.5), f(true), f(false), f(['a'])); var_dump(g(1, 2), h(1, 2), i(4, 5)); }
namespace {
class T { function __toString() { echo 'T'; return 'b'; } }
function f($x) { return [in_array($x, ['a', 'b', 'c', 'b']), in_array($x, ['a', 'b'], true), in_array($x, [1, 2, 3], true), in_array($x, [1, 2, 3]), in_array($x, ['1', 'x'], true), in_array($x, [1, 'x'], true), in_array($x, ['1', 'b'])]; }
foreach (['a', 'b', 'z', '', '1', 1, 2, 2.0, 0, null, true, false, [], new T, NAN, '01', 'A'] as $x) { echo json_encode(is_float($x) && is_nan($x) ? 'NAN' : $x), ' ', json_encode(f($x)), "\n"; }
$r = 'a'; $q = &$r; var_dump(in_array($q, ['a'], true), in_array($undef, ['a']), in_array(strtolower('A'), ['a']), in_array(str_repeat('long', 50), ['a']));
set_error_handler(function ($n, $m) { echo $m, "\n"; foreach (array_slice(debug_backtrace(), 1) as $f) echo $f['function'], json_encode($f['args'] ?? null), "\n"; return true; });
function c($a) { $b = 2; $s = &$a; return compact('a', 'nope', 'b', 's'); }
var_dump(c(5)); var_dump(in_array($undef, ['a', 'b'], true));
function d() { static $n = 1; $n++; $x = [1]; $x2 = &$x[0]; return compact('n', 'x'); }
d(); $z = d(); $z['x'][0] = 9; var_dump($z, d());
function e($a, $b = 5) { $a = 9; return [func_get_args(), func_num_args()]; }
var_dump(e(1), e(1, 2, 3), (fn() => func_get_args())(7, 8));
function gen() { yield func_get_args(); } foreach (gen(1, [2]) as $v) var_dump($v);
class S { static function a() { return static::class; } static function b() { return self::a(); } static function c() { return static::a(); } function d() { return self::a() . S::a(); } static function p() { return S::a(); } }
class S2 extends S { static function q() { return parent::a() . parent::b() . self::a() . S::a(); } }
for ($i = 0; $i < 3; $i++) { echo S::a(), S::b(), S2::a(), S2::b(), S2::c(), (new S2)->d(), S2::p(), S2::q(), S::p(), "\n"; foreach (['S', 'S2'] as $c) echo $c::b(), "\n"; }
trait TT { static function t() { return self::u() . static::u(); } static function u() { return __CLASS__ . static::class; } } class U1 { use TT; } class U2 { use TT; } class U3 extends U1 {}
for ($i = 0; $i < 3; $i++) echo U1::t(), U2::t(), U3::t(), "\n";
try { compact(); } catch (Error $e) { echo $e->getMessage(), "\n"; } var_dump(compact([]), compact('i', ['c']));
echo strtoupper(str_repeat('abcXYZ{`é', 7)), strtolower(str_repeat('ABCxyz@[É', 9)), strtoupper(''), strtoupper('abcdefghijklmnop'), strtolower('AbCdEfGhIjKlMnOpQ'), "\n";
var_dump(intval('123'), intval('0x1A', 16), floatval('12.5'), strval(1.0), intval(12.9), intval('abc'), boolval('0'));
}
