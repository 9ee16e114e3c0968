--TEST--
ArrayObject: casts and views
--FILE--
<?php
$o = new ArrayObject(["k" => 1]);
var_dump((array) $o, get_object_vars($o), json_encode($o), $o == new ArrayObject(["k" => 1]), $o == new ArrayObject(["k" => 2]));
var_export($o);
--EXPECT--
array(1) {
  ["k"]=>
  int(1)
}
array(0) {
}
string(7) "{"k":1}"
bool(true)
bool(false)
\ArrayObject::__set_state(array(
   'k' => 1,
))
