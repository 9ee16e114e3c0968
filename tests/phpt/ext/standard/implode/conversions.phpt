--TEST--
implode() converts elements as (string) does
--FILE--
<?php
class T { function __toString() { return "T"; } }
var_dump(implode(",", [1, 2.5, true, false, null, "x", new T]));
var_dump(implode(["a", "b"]));
var_dump(implode(",", [[1]]));
?>
--EXPECTF--
string(13) "1,2.5,1,,,x,T"
string(2) "ab"

Warning: Array to string conversion in %s on line %d
string(5) "Array"
