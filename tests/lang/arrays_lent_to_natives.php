<?php
class S { private array $s = [1]; public $u = [1]; public readonly array $r; public ?array $n = null; public array $un; protected static array $st = [3, 4]; public int $i = 1;
 function __construct() { $this->r = [1, 2]; }
 function t() { $this->s[] = 5; var_dump(array_pop($this->s), array_push($this->s, 'a', 2.5), array_shift($this->s), array_unshift($this->s, 0), end($this->s), key($this->s), reset($this->s), next($this->s), prev($this->s), $this->s);
   foreach (['r', 'un', 'n', 'i', 'nope'] as $p) {
     foreach (['array_pop', 'array_push', 'end'] as $f) {
     try { var_dump(match ([$p, $f]) { ['r', 'array_pop'] => array_pop($this->r), ['r', 'array_push'] => array_push($this->r, 1), ['r', 'end'] => end($this->r), ['un', 'array_pop'] => array_pop($this->un), ['un', 'array_push'] => array_push($this->un, 1), ['un', 'end'] => end($this->un),
        ['n', 'array_pop'] => array_pop($this->n), ['n', 'array_push'] => array_push($this->n, 1), ['n', 'end'] => end($this->n), ['i', 'array_pop'] => array_pop($this->i), ['i', 'array_push'] => array_push($this->i, 1), ['i', 'end'] => end($this->i), ['nope', 'array_pop'] => array_pop($this->nope), ['nope', 'array_push'] => array_push($this->nope, 1), ['nope', 'end'] => end($this->nope) });
     } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } } }
   var_dump(array_pop(self::$st), self::$st, array_push(static::$st, 9), self::$st); var_dump($this); } }
$s = new S; $s->t(); $s->t();
$a = [1, 2, 3]; $b = $a; var_dump(array_pop($a), $a, $b); $c = &$a; array_push($a, 7); var_dump($c); array_shift($c); var_dump($a);
foreach ($a as &$v) { if (count($a) < 6) array_push($a, $v * 10); echo $v, ' '; } unset($v); var_dump($a);
foreach ($b as $k => $v) { array_pop($b); echo $k, '=', $v, ' '; } var_dump($b);
function u() { array_pop($undef); } try { u(); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
function u2() { $x = 5; array_push($x, 1); } try { u2(); } catch (TypeError $e) { echo $e->getMessage(), "\n"; foreach ($e->getTrace() as $t) echo $t['function'], json_encode($t['args'] ?? null), "\n"; }
$full = [PHP_INT_MAX => 1]; try { array_push($full, 2); } catch (Error $e) { echo $e->getMessage(), "\n"; foreach ($e->getTrace() as $t) echo $t['function'], json_encode($t['args'] ?? null), "\n"; } var_dump($full);
class D { public $k; function __construct(public $n) {} function __destruct() { global $list, $obj; echo "gone {$this->n} "; $list[] = 'late'; if ($this->n === 2) { $obj->items = 'replaced'; } } }
$list = [new D(1), 5]; array_pop($list); array_pop($list); var_dump($list);
$obj = new stdClass; $obj->items = [1, new D(2)]; array_pop($obj->items); var_dump($obj); $obj->items = [new D(3), new D(4)]; array_shift($obj->items); $obj->items = []; var_dump($obj);
$o = new stdClass; $o->p = [1]; $q = &$o->p; array_push($o->p, 2); var_dump($q, $o);
try { array_push($o->dyn, 1); } catch (TypeError $e) { echo $e->getMessage(), "\n"; } var_dump($o);
try { array_push($nul->dyn, 1); } catch (Error $e) { echo $e->getMessage(), "\n"; } $str = 'abc'; try { array_pop($str->x); } catch (Error $e) { echo $e->getMessage(), "\n"; }
function g() { $l = [1, 2, 3]; while ($l) { yield array_pop($l) => array_push($l, $l[0] ?? 0) ; if (count($l) > 2) { array_pop($l); } array_shift($l); } } foreach (g() as $k => $v) { echo "$k=>$v "; }
class H { public array $h { get => $this->h; set { echo "set "; $this->h = $value; } } public function __construct() { $this->h = [1]; } } $h = new H; try { array_push($h->h, 2); } catch (Error $e) { echo $e->getMessage(), "\n"; } var_dump($h->h);
class M { private array $x = [1]; function __get($n) { echo "get $n "; return [5, 6]; } } $m = new M; var_dump(array_pop($m->x), array_pop($m->zz));
$w = [3, 1, 2]; end($w); var_dump(current($w)); var_dump(array_push($w, ...[1, 2])); var_dump(current($w), next($w), key($w)); array_unshift($w, 'first'); var_dump(current($w)); $i = [5 => 'a', 'k' => 'b']; array_pop($i); $i[] = 'c'; var_dump($i); array_unshift($i, 'z'); var_dump($i); $e = []; var_dump(array_pop($e), array_shift($e), end($e), reset($e), next($e));
(function () use (&$w) { array_pop($w); })(); var_dump(count($w)); function &rf(array &$z) { array_push($z, 1); return $z; } $zz = [0]; $y = &rf($zz); array_push($y, 2); var_dump($zz); static fn() => 1; $GLOBALS['gg'] = [1]; array_push($GLOBALS['gg'], 2); var_dump($gg); array_push($gg, $gg); var_dump($gg); array_push($gg, $undefinedvar); var_dump(count($gg));
class DD { function __construct(public $n) {} function __destruct() { echo "dd{$this->n} "; $x = array_fill(0, 50, $this->n); f2(...$x); } } function f2(...$a) { $l = $a; array_pop($l); return count($l); }
function gd() { $l = [new DD(1), new DD(2), new DD(3)]; array_pop($l); yield 1; array_shift($l); yield 2; array_push($l, new DD(4)); $k = array_pop($l); yield $k->n; unset($k); array_unshift($l, 9); yield count($l); } foreach (gd() as $v) { echo "y$v "; } echo "\n";
class Q { public array $q = []; function fill() { for ($i = 0; $i < 5; $i++) { array_push($this->q, new DD($i)); yield array_shift($this->q)->n; } } } foreach ((new Q)->fill() as $v) echo "q$v "; echo "\n";
