--TEST--
Where there may be no $this it is asked for before what is stored in its property
--FILE--
<?php
set_error_handler(function ($n, $m) { echo $m, "\n"; return true; });
function f() { echo "f\n"; return 1; }
class A { public $p = 1; public $q = []; public $n; }
$closures = [
    function () { $this->p = $undefined; },
    function () { $this->p .= f(); },
    function () { $this->q[f()] = f(); },
    function () { $this->{f()} = 2; },
    function () { $this->p++; },
    function () { $this->n ??= f(); },
    function () { unset($this->q[f()]); },
    function () { $r = &$this->q[f()]; $r = 5; },
    function () { [$this->p, $this->q] = [f(), [f()]]; },
];
$o = new A;
foreach ($closures as $c) {
    try { $c(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
    $c->call($o);
}
var_dump($o);
--EXPECT--
Using $this when not in object context
Undefined variable $undefined
Using $this when not in object context
f
Using $this when not in object context
f
f
Using $this when not in object context
f
Creation of dynamic property A::$1 is deprecated
Using $this when not in object context
Using $this when not in object context
f
Using $this when not in object context
f
Using $this when not in object context
f
f
f
Using $this when not in object context
f
f
object(A)#11 (4) {
  ["p"]=>
  int(1)
  ["q"]=>
  array(1) {
    [0]=>
    int(1)
  }
  ["n"]=>
  int(1)
  ["1"]=>
  int(2)
}
