--TEST--
substr_replace() with arrays that run out
--FILE--
<?php
var_dump(substr_replace(["abc", "def", "ghi"], ["1", "2"], [0, 1], [1]));
var_dump(substr_replace("Hello", "J", -5, 1));
?>
--EXPECT--
array(3) {
  [0]=>
  string(3) "1bc"
  [1]=>
  string(2) "d2"
  [2]=>
  string(0) ""
}
string(5) "Jello"
