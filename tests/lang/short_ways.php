<?php
// What has a short way in the engine must do what the long way does: comparisons, isset and empty, dynamic properties, calls of
// natives, closures of the same code, iterators.

function sw($v) {
    switch ($v) {
        case 'abc': return 'abc'; case '1e1': return '1e1'; case '10': return 'ten'; case 'key20': return 'k20'; case 'key30': return 'k30';
        case '': return 'empty'; case 'a-string-of-more-than-16-bytes': return 'long'; default: return 'none';
    }
}
foreach (['abc', 'abd', 10, '10', '1e1', 10.0, 'key30', 'key20', 'key2', '', null, false, 0, 'a-string-of-more-than-16-bytes', 'a-string-of-more-than-16-bytez'] as $v) {
    echo json_encode($v), ' => ', sw($v), ' ', match ($v) { 'abc' => 'A', 10 => 'T', '10' => 'S', 10.0 => 'F', null => 'N', default => '-' }, "\n";
}
var_dump('1e3' == '1000', 'abc' == 'ABC', '0x1A' == '26', ' 1' == '1', '1 ' == '1', 'a' === 'a' . '', "a\0b" === "a\0c", '12345678' === strrev('87654321'));
$x = new stdClass; $y = $x; $z = clone $x;
var_dump($x === $y, $x === $z, $x == $z, 1.0 === 1.0, NAN === NAN, new stdClass === new stdClass, 0.0 === -0.0);

class P { public $a = 1; public ?int $n = null; public int $un; protected $h = 5; public static $s = null; public static $arr = ['k' => 0];
    function has($p) { return [isset($this->h), isset($this->$p), empty($this->h)]; } }
function tests($o) { return [isset($o->a), isset($o->n), isset($o->un), isset($o->h), isset($o->dyn), empty($o->a), empty($o->n), empty($o->dyn)]; }
$p = new P; $q = new stdClass; $q->dyn = 0; $q->a = '0';
for ($i = 0; $i < 3; $i++) { echo json_encode([tests($p), tests($q), tests(null), tests('str'), $p->has('h')]), "\n"; $p->a = $i ? null : 7; unset($q->dyn); if ($i) { $q->dyn = 3; } }
for ($i = 0; $i < 3; $i++) { echo json_encode([isset(P::$s), empty(P::$s), empty(P::$arr['k']), isset(P::$arr['k']), isset(P::$arr['z'])]), ' '; P::$s = $i; P::$arr['k'] = $i; } echo "\n";
class M { private $d = ['x' => 1]; function __isset($n) { echo "isset $n\n"; return isset($this->d[$n]); } function __get($n) { echo "get $n\n"; return $this->d[$n]; } function __set($n, $v) { echo "set $n\n"; $this->d[$n] = $v; } }
$m = new M; for ($i = 0; $i < 2; $i++) { var_dump(isset($m->x), empty($m->x), isset($m->y)); $m->x = $i; $m->z = $i; }

function dyn($o, $v) { $o->v = $v; $o->v .= 'x'; return $o->v; }
#[AllowDynamicProperties] class D {}
foreach ([new stdClass, new D, new D, new stdClass] as $o) { echo dyn($o, 'a'), dyn($o, 'b'), ' '; $copy = (array) $o; $r = &$o->v; echo dyn($o, 'c'), $copy['v'], $r, ' '; unset($r, $o->v); echo dyn($o, 'd'), json_encode($o), "\n"; }
$arr = ['a' => 1, 'b' => [2]]; $o = (object) $arr; $o->a = 5; $o->c = 6; $arr['b'][] = 3; echo json_encode([$arr, $o, (array) $o, (object) [1, 'x' => 2]]), "\n";
foreach ($o as $k => &$ref) { if ($k === 'a') { $ref = 'changed'; $o->late = 1; } } unset($ref); foreach ($o as $k => $v) { echo "$k=", json_encode($v), ' '; if ($k === 'b') { unset($o->c); $o->e = 9; } } echo "\n";

class T { public int $i = 1; public array $list = [3, 1, 2]; public ?string $t = null; }
$t = new T; sort($t->list); array_push($t->list, 9); echo json_encode($t->list), array_pop($t->list), ' ', preg_match('/\d/', 'a1', $t->list), json_encode($t->list), "\n";
try { settype($t->i, 'array'); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
try { preg_match('/x/', 'x', $t->t); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
try { array_push($nothing, 1); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
try { strlen(); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
try { str_repeat('x'); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
try { trim('x', 'y', 'z'); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
try { str_repeat('x', -1); } catch (ValueError $e) { echo $e->getMessage(), ' ', $e->getTrace()[0]['function'], json_encode($e->getTrace()[0]['args'] ?? null), "\n"; }
try { strrev([]); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
echo max(1, 2.5, '3'), max([1, 9]), min('b', 'a'), ' ', strpos('abc', 'c'), strpos('abcabc', 'c', -2), ' ', round(2.5), trim('  x '), trim('xxax', 'x'), ' ', implode(',', [1, null, 2.5]), ' ', str_pad('5', 3, '0', STR_PAD_LEFT), "\n";
function gen() { $s = 'b'; yield trim(" $s "); yield max(1, 2); yield array_pop($GLOBALS['stack']); yield sprintf('%s-%d', 'x', 5); }
$stack = [1, 2]; foreach (gen() as $v) { echo json_encode($v), ' '; } echo json_encode($stack), "\n";

function makers() { $r = []; for ($i = 0; $i < 3; $i++) { $r[] = function () use ($i) { static $n = 0; return $i . ':' . ++$n; }; $r[] = fn ($x) => $i * $x; $r[] = static fn () => isset($this) ? 1 : 0; } return $r; }
foreach (makers() as $k => $f) { echo $f(2), ' ', $f(3), ' '; } echo "\n";
class Maker { private $v = 1; function make() { return function ($d) { return $this->v += $d; }; } static function stat() { return fn () => static::class; } }
class Maker2 extends Maker {}
$a = new Maker; $b = new Maker; $fa = $a->make(); $fb = $b->make(); echo $fa(1), $fa(1), $fb(5), ' ', (Maker::stat())(), (Maker2::stat())(), ' ', Closure::bind($fa, $b)(1), ' ', $fa == $fb ? 'eq' : 'ne', "\n";
$bound = Closure::bind(fn () => $this->v, $b, Maker::class); echo $bound(), ' ', (new ReflectionFunction($fa))->getNumberOfParameters(), "\n";

class It implements Iterator { public $i = 0; function current(): mixed { return "c$this->i"; } function key(): mixed { return "k$this->i"; } function next(): void { $this->i++; } function rewind(): void { $this->i = 0; } function valid(): bool { return $this->i < 2; } }
class It2 extends It { function current(): mixed { return 'sub' . parent::current(); } }
class Agg implements IteratorAggregate { function getIterator(): Iterator { return new It2; } }
foreach ([new It, new It2, new Agg] as $it) { foreach ($it as $k => $v) { echo "$k=>$v "; } } echo "\n";
class AA implements ArrayAccess { public $d = []; function offsetExists($o): bool { echo "E($o)"; return isset($this->d[$o]); } function offsetGet($o): mixed { echo "G($o)"; return $this->d[$o] ?? null; } function offsetSet($o, $v): void { echo 'S(' . json_encode($o) . ')'; if ($o === null) { $this->d[] = $v; } else { $this->d[$o] = $v; } } function offsetUnset($o): void { echo "U($o)"; unset($this->d[$o]); } }
$aa = new AA; $aa['x'] = 1; $aa[] = 2; echo $aa['x'], isset($aa['q']) ? 1 : 0, empty($aa['x']) ? 1 : 0, $aa['n'] ?? 'def'; unset($aa['x']); echo count($aa->d), "\n";
function delegated() { $x = yield from [1, 2]; yield 3; return 4; } function outer() { $r = yield from delegated(); yield $r; }
$g = outer(); foreach ($g as $k => $v) { echo "$k:$v "; } $g = (function () { try { $got = yield 1; echo "got $got "; yield 2; } finally { echo 'fin '; } })(); $g->current(); $g->send('S'); unset($g); echo "\n";
$g = (function () { yield 1; throw new Exception('inside'); })(); try { foreach ($g as $v) { echo $v; } } catch (Exception $e) { echo $e->getMessage(), var_export($g->valid(), true), "\n"; }

function spread(...$a) { return json_encode($a); } $list = [1, 2]; $holes = [5 => 'a', 7 => 'b']; unset($holes[5]);
echo spread(...$list), spread(...$holes), spread(...[], ...$list), spread(0, ...$list), spread(...['n' => 1]), json_encode([...$list, ...$holes, ...['k' => 1], ...[9]]), json_encode($list), "\n";
$w = 'abcdef'; $w2 = $w . ''; $w2[1] = 'X'; $w2[-1] = 'Z'; $w2[8] = '!'; echo $w, $w2, isset($w[5]), isset($w[6]) ? 1 : 0, isset($w[-6]), isset($w[-7]) ? 1 : 0, isset($w['1']), isset($w['1x']) ? 1 : 0, $w[-2], "\n";
function &refs() { static $n = 5; return $n; } $r = &refs(); $r++; $s = $r++; --$r; echo $r, $s, refs(), "\n";
enum E { case A; case B; } var_dump(E::A === E::A, E::A === E::B, E::A == E::A, E::A !== E::B);
echo P::$s++, ++P::$s, P::$s--, --P::$s, "\n";
