--TEST--
sscanf() fields
--FILE--
<?php
var_dump(sscanf("age: 25 name: Tom", "age: %d name: %s"));
var_dump(sscanf("0x1f 017 9", "%i %i %i"), sscanf("abc123", "%[a-z]%n%d"));
var_dump(sscanf("12 apples", "%d %s", $number, $what), $number, $what);
var_dump(sscanf("", "%d"), sscanf("", "%d", $x));
?>
--EXPECT--
array(2) {
  [0]=>
  int(25)
  [1]=>
  string(3) "Tom"
}
array(3) {
  [0]=>
  int(31)
  [1]=>
  int(15)
  [2]=>
  int(9)
}
array(3) {
  [0]=>
  string(3) "abc"
  [1]=>
  int(3)
  [2]=>
  int(123)
}
int(2)
int(12)
string(6) "apples"
NULL
int(-1)
