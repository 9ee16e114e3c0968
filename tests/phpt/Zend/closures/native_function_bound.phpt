--TEST--
A native function keeps no object when it is bound to one
--FILE--
<?php
class A {}
$closure = strlen(...)->bindTo(new A);
var_dump($closure, $closure('abc'));
--EXPECT--
object(Closure)#3 (2) {
  ["function"]=>
  string(6) "strlen"
  ["parameter"]=>
  array(1) {
    ["$string"]=>
    string(10) "<required>"
  }
}
int(3)
