--TEST--
Closures of __call have one parameter
--FILE--
<?php
class C { function __call($name, $arguments) {} }
var_dump((new C)->method(...));
?>
--EXPECT--
object(Closure)#2 (3) {
  ["function"]=>
  string(9) "C::method"
  ["this"]=>
  object(C)#1 (0) {
  }
  ["parameter"]=>
  array(1) {
    ["$arguments"]=>
    string(10) "<optional>"
  }
}
