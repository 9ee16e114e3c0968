--TEST--
json_decode() of objects and duplicate keys
--FILE--
<?php
var_dump(json_decode('{"a":1,"":2,"1":3,"a":{"b":[]}}'), json_decode('{"a":1,"1":3}', true), json_decode('{"a":1}', flags: JSON_OBJECT_AS_ARRAY));
?>
--EXPECT--
object(stdClass)#1 (3) {
  ["a"]=>
  object(stdClass)#2 (1) {
    ["b"]=>
    array(0) {
    }
  }
  [""]=>
  int(2)
  ["1"]=>
  int(3)
}
array(2) {
  ["a"]=>
  int(1)
  [1]=>
  int(3)
}
array(1) {
  ["a"]=>
  int(1)
}
