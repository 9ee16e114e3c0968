--TEST--
json_decode() of large and negative numbers
--FILE--
<?php
foreach (["9223372036854775807", "9223372036854775808", "-9223372036854775808", "-0", "-0.0", "1e2", "0.1E-1"] as $json) {
    var_dump(json_decode($json));
}
var_dump(json_decode("12345678901234567890", false, 512, JSON_BIGINT_AS_STRING));
?>
--EXPECT--
int(9223372036854775807)
float(9.223372036854776E+18)
int(-9223372036854775808)
int(0)
float(-0)
float(100)
float(0.01)
string(20) "12345678901234567890"
