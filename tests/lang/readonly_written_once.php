<?php
// Readonly properties get their values from a cached instruction, and only once.
final class T { public function __construct(public readonly int $a, public readonly ?T $b = null, protected readonly array $c = []) {} 
 function again() { $this->a = 5; } static function made($x) { $o = (new ReflectionClass(self::class))->newInstanceWithoutConstructor(); $o->a = $x; return $o; }
 function with($a) { $c = clone $this; try { $c->a = $a; } catch (Error $e) { echo $e->getMessage(), "\n"; } return $c; } function __clone() { } }
class U { public readonly string $s; function __construct($s) { $this->s = $s; } function set($v) { $this->s = $v; return $this; } }
class V extends U { function __construct($s) { try { $this->s = $s; } catch (Error $e) { echo get_class($e), $e->getMessage(), "\n"; } } }
class W { public function __construct(public readonly int $n) {} public function __clone() { $this->n = $this->n + 1; } }
for ($i = 0; $i < 3; $i++) { $t = new T($i, $i ? new T(1) : null, [1]); var_dump($t); try { $t->again(); } catch (Error $e) { echo $e->getMessage(), "\n"; } try { $t->a = 3; } catch (Error $e) { echo $e->getMessage(), "\n"; }
 var_dump(T::made($i)); try { T::made('x'); } catch (TypeError $e) { echo $e->getMessage(), "\n"; } var_dump(T::made('7')); $t->with(4);
 $u = new U("s$i"); try { $u->set('again'); } catch (Error $e) { echo $e->getMessage(), "\n"; } var_dump($u); try { new U([]); } catch (TypeError $e) { echo $e->getMessage(), "\n"; } var_dump(new U(5), new V('v'));
 var_dump(clone new W($i)); $x = 1; $f = function () { $this->a = 9; }; try { Closure::bind($f, T::made(1), T::class)(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
 $n = (new ReflectionClass('T'))->newInstanceWithoutConstructor(); Closure::bind($f, $n, T::class)(); var_dump($n); try { Closure::bind($f, (new ReflectionClass('T'))->newInstanceWithoutConstructor(), U::class)(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
 $l = (new ReflectionClass('U'))->newLazyGhost(function ($o) { $o->__construct('lazy'); }); var_dump($l->s); }
