<?php
// Named arguments: order, gaps, references, errors.
function show(...$a) { return json_encode($a); }
function f($a, $b = 2, $c = [3], $d = null) { return show($a, $b, $c, $d) . ' ' . func_num_args() . ' ' . show(...func_get_args()); }
function say($x) { echo "<$x>"; return $x; }
class K { const Q = 'q'; public $log = []; function __construct(public int $x = 1, protected ?string $y = null, public readonly array $z = [], public mixed $o = self::Q) {}
  function m(int $i, string ...$rest) { return show($i, $rest); } static function s($p, $q = self::Q, $r = new stdClass) { return show($p, $q, $r); }
  function __call($n, $a) { return $n . show($a); } static function __callStatic($n, $a) { return $n . show($a); } function __invoke($a, $b = 5) { return "$a/$b"; } }
for ($i = 0; $i < 3; $i++) {
  echo f(d: say(1), a: say(2)), "\n", f(1, d: 4), "\n", f(1, c: 5, b: 6), "\n", f(c: 1, b: 2, a: 3, d: 4), "\n", f(a: 1), "\n";
  $k = new K(z: [$i], x: 3); var_dump($k); $k = new K(o: 5); echo show($k), "\n"; $k = new K(2, z: [1]); echo show($k), "\n";
  echo $k->m(i: 5), $k->m(5, k: 'a', l: 'b'), $k->m(l: 'z', i: 1), "\n", K::s(r: 1, p: 2), K::s(p: 3), K::s(1, r: 5), "\n";
  echo $k->nope(1, b: 2), K::nope(x: 1), $k(b: 1, a: 2), "\n";
  $c = function ($u, $v = 9) use ($i) { return "$u-$v-$i"; }; echo $c(v: 1, u: 2), $c(u: 1), "\n";
  $fn = fn($p, $q) => $p . $q; echo $fn(q: 'a', p: 'b'), "\n";
  echo json_encode(flags: JSON_PRETTY_PRINT, value: [1]), number_format(decimals: 2, num: 1234.5), in_array(haystack: ['1'], strict: true, needle: 1) ? 'y' : 'n', htmlspecialchars('a"&amp;', double_encode: false), "\n";
  $name = 'strlen'; echo $name(string: 'abc'), implode(separator: ',', array: [1, 2]), "\n";
  echo show(...array_map(array: [1, 2], callback: fn($x) => $x * 2)), show(...array_filter([1, 2, 3], mode: ARRAY_FILTER_USE_KEY, callback: fn($k) => $k > 0)), "\n";
}
function r(&$x, $y = 1, &$z = null) { $x++; $z = 'z'; return $y; }
$a = 1; $b = null; r(x: $a); r(z: $b, x: $a); r(y: 5, x: $a, z: $arr['new'][]); var_dump($a, $b, $arr);
function &rr() { static $s = 5; return $s; } function plain() { return 7; }
r(x: rr()); r(x: plain()); var_dump(rr());
foreach ([fn() => f(b: say(1)), fn() => f(x: say(1)), fn() => f(1, a: say(2), b: say(3)), fn() => f(nope: $undef, a: say(2)), fn() => r(x: 5), fn() => f(a: $u1, b: $u2),
   fn() => f(a: 1, a: 2), fn() => new K(yy: say(1), x: say(2)), fn() => new K(x: 'abc'), fn() => K::s(q: 1), fn() => strlen(str: 'x'), fn() => strlen('x', string: 'y'), fn() => json_encode(flags: 1), fn() => str_replace(subject: 'a', search: 'b'),
   fn() => (function (int $a, $b) {})(b: 1), fn() => array_push(array: $q), fn() => r(z: $b, y: say('v')), fn() => throw new Exception('e')] as $n => $try) {
  for ($i = 0; $i < 2; $i++) try { echo $n, ' '; var_dump($try()); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), ' ', count($e->getTrace()), "\n"; }
}
function g() { $x = yield f(c: 1, a: 2); yield new K(z: [$x]); yield K::s(r: 2, p: 1); return strlen(string: 'four'); }
$g = g(); foreach ($g as $v) { echo is_string($v) ? $v : show($v), "\n"; } echo $g->getReturn(), "\n";
// One place, several callees.
function one($a, $b) { return "one $a $b"; } function two($b, $a) { return "two $a $b"; } function three($b, $x = 'd', $a = 0) { return "three $a $x $b"; } function many(...$all) { return json_encode($all); }
for ($i = 0; $i < 3; $i++) foreach (['one', 'two', 'three', 'many', 'min2'] as $fn) { try { echo $fn(b: $i, a: 'A'), "\n"; } catch (Error $e) { echo $e->getMessage(), "\n"; } }
foreach (['function ($a, $b) { return "$a$b"; }', 'function ($b, $a) { return "$a$b"; }', 'function ($b, $c = "C", $a = 1) { return "$a$b$c"; }'] as $code) { for ($i = 0; $i < 4; $i++) { $fn = eval("return $code;"); echo $fn(b: 'b', a: 'a'), ' '; unset($fn); } }
echo "\n";
#[NoDiscard] function nd(int $a, int $b) { return $a; }
echo nd(b: 1, a: 2), "\n";
function trace($a, $b = 2, $c = 3) { return (new Exception)->getTraceAsString(); } echo trace(c: 'x', a: [1]), "\n";
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~{$this->n} "; } }
function d($a, $b, $c = null) { echo 'in '; } d(b: new D(1), a: new D(2)); echo "\n"; try { d(b: new D(3), zz: new D(4)); } catch (Error $e) { echo $e->getMessage(), "\n"; } unset($e); try { d(b: new D(5), c: new D(6)); } catch (Error $e) { echo $e->getMessage(), "\n"; }
echo "end\n";
try {
    assert(description: 'text');
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
