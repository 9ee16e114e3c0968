--TEST--
Destructors of temporaries that a fast instruction ends
--FILE--
<?php
class D { public $n; function __construct($n) { $this->n=$n; } function __destruct() { $a=str_repeat('x',3); $b=[1,2,3,$this->n]; echo "d{$this->n} ", count($b), "\n"; } }
class E { function list() { return [new D(1), new D(2)]; } function c() { return count($this->list()); } function m($k) { $x=1; $y=2; $z=[$k]; $r = 5 === count($this->list()); return [$x,$y,$z,$r]; } }
$e=new E; var_dump($e->c(), $e->m(7)); function g() { return new D(9); } function t() { $q='keep'; $b = is_object(g()); return [$q,$b]; } var_dump(t()); function u() { $q='keep'; $b = (g())->n . 'x'; $c = [new D(3)][0]->n; return [$q,$b,$c, g() instanceof D, !g()]; } var_dump(u());
--EXPECT--
d1 4
d2 4
d1 4
d2 4
int(2)
array(4) {
  [0]=>
  int(1)
  [1]=>
  int(2)
  [2]=>
  array(1) {
    [0]=>
    int(7)
  }
  [3]=>
  bool(false)
}
d9 4
array(2) {
  [0]=>
  string(4) "keep"
  [1]=>
  bool(true)
}
d9 4
d3 4
d9 4
d9 4
array(5) {
  [0]=>
  string(4) "keep"
  [1]=>
  string(2) "9x"
  [2]=>
  int(3)
  [3]=>
  bool(true)
  [4]=>
  bool(false)
}
