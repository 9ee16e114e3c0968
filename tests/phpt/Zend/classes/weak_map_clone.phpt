--TEST--
A reference that only a weak map has is none in its copy; closures of __call have one parameter
--FILE--
<?php
$map = new WeakMap;
$key = new stdClass;
$map[$key] = [1];
$map[$key][] = 2;
$copy = clone $map;
$map[$key][] = 3;
var_dump($map, count($copy[$key]));
class C { function __call($name, $arguments) {} }
var_dump((new C)->method(...));
?>
--EXPECT--
object(WeakMap)#1 (1) {
  [0]=>
  array(2) {
    ["key"]=>
    object(stdClass)#2 (0) {
    }
    ["value"]=>
    array(3) {
      [0]=>
      int(1)
      [1]=>
      int(2)
      [2]=>
      int(3)
    }
  }
}
int(2)
object(Closure)#5 (3) {
  ["function"]=>
  string(9) "C::method"
  ["this"]=>
  object(C)#4 (0) {
  }
  ["parameter"]=>
  array(1) {
    ["$arguments"]=>
    string(10) "<optional>"
  }
}
