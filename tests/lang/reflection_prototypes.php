<?php
// The last interface that a class adds says what a method implements; then what its parent overrides first.
interface I { function f(); }
interface I2 extends I { function f(); }
interface J { function f(); }
abstract class Abs { abstract function f(); }
class A { public function f() {} public function __construct() {} private function p() {} static function s() {} }
class B extends A { public function f() {} public function __construct() {} private function p() {} static function s() {} }
class C extends B implements I { public function f() {} }
class D extends C {}
class E2 extends D { public function f() {} }
class F extends B implements I {}
class F2 extends F { public function f() {} }
class G implements I2 { public function f() {} }
class H extends A implements J, I { public function f() {} }
class H2 implements I, J { public function f() {} }
class K extends Abs implements I { public function f() {} }
class L extends Abs { public function f() {} }
trait T { abstract function f(); }
class M { use T; function f() {} }
trait T2 { function f() {} }
class N extends A { use T2; }
class N2 extends N implements J { use T2; }
interface CI { function __construct(); }
class CA implements CI { function __construct() {} }
class CB extends CA { function __construct() {} }
abstract class AC { abstract function __construct(); }
class AD extends AC { function __construct() {} }
class AE extends AD { function __construct() {} }
class It extends ArrayIterator { function current(): mixed { return 1; } function count(): int { return 1; } }
class It2 extends It implements Countable { function count(): int { return 2; } }
enum En: int implements I { case A = 1; function f() {} }
abstract class AI implements I {}
class AJ extends AI { function f() {} }
class Q implements J { function f() {} }
class Q2 extends Q implements I { function f() {} }
class Q3 extends Q2 implements J { function f() {} }
foreach (['A::f','B::f','C::f','D::f','E2::f','F::f','F2::f','G::f','H::f','H2::f','K::f','L::f','M::f','N::f','N2::f','CA::__construct','CB::__construct','B::__construct','AD::__construct','AE::__construct','B::p','B::s','It::current','It::count','It2::count','En::f','En::from','En::cases','AI::f','AJ::f','I2::f','Q2::f','Q3::f'] as $m) { try { echo $m, ' ', ReflectionMethod::createFromMethodName($m)->getPrototype()->class, "\n"; } catch (ReflectionException $e) { echo $m, ' - ', $e->getMessage(), "\n"; } }
var_dump((new ReflectionMethod('I2', 'f'))->hasPrototype(), (new ReflectionMethod('F', 'f'))->hasPrototype(), (new ReflectionMethod('A', 'f'))->hasPrototype());
echo new ReflectionMethod('F', 'f'), new ReflectionMethod('H', 'f');
