<?php
// Rules of one line each.
var_dump(eval(''), eval('$x = 1;'), eval('return 7;'), 'Foo'::class);
function f() { class A { public $a = __FUNCTION__; public $m = __METHOD__; } $c = new class { public $a = __FUNCTION__; const M = __METHOD__; }; return [(new A)->a, (new A)->m, $c->a, $c::M]; }
echo json_encode(f()), "\n";
class B { function h() { return new class { public $a = __FUNCTION__; public $m = __METHOD__; }; } }
echo json_encode((new B)->h()), "\n";
$r = match ($condition) { 1, 2 => 'a', 'x' => 'b', default => 'c' };
$r = match ($x1) { $x2 => 5, default => 6 };
$a = []; $a[-5] = 1; $a[] = 2; echo json_encode($a), "\n";
class P {} class Q extends P { public static $m = []; }
var_dump(isset(P::$m), empty(P::$m['x']), P::$m['x'] ?? 'none', isset(P::$m['x']));
foreach ([fn() => 5 | new P, fn() => 5 ^ [], fn() => array_push($q, a: 1), fn() => max(1, b: 2), fn() => [...[1], ...f2()]] as $f) try { $f(); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
foreach ([Exception::class, ErrorException::class, TypeError::class] as $c) try { clone new $c; } catch (Error $e) { echo $e->getMessage(), "\n"; }
class V { function m($x, ...$rest) {} } try { (new V)->m(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
foreach ([fn() => ['P', '__construct'](), fn() => P::__construct()] as $f) try { $f(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
enum E: string { case X = 'x'; case Y = self::X->value . 'y'; const Z = [self::X->value => self::Y->name]; } var_dump(E::Y->value, E::Z);
function g() { throw new Exception('x'); yield 1; } try { iterator_to_array(g()); } catch (Exception $e) { echo $e->getTraceAsString(), "\n"; }
echo "one $u1
 two $u2\n", __LINE__, "\n";
$n = null;
try {
  $n
    ->foo(
      1);
} catch (Error $e) { echo $e->getLine(), "\n"; }
class K { const A = [L::C]; } class L { const C = 
  NOPE; } try { K::A; } catch (Error $e) { echo $e->getLine(), "\n"; }
