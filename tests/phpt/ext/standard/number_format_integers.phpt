--TEST--
number_format takes integers in strings as they are
--FILE--
<?php
var_dump(number_format('9223372036854775807'), number_format('1.5', 1), number_format(true), number_format(decimals: 2, num: '12345678901234567'));
foreach ([[], new stdClass, '1x'] as $value) {
    try { number_format($value); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
--EXPECT--
string(25) "9,223,372,036,854,775,807"
string(3) "1.5"
string(1) "1"
string(25) "12,345,678,901,234,567.00"
number_format(): Argument #1 ($num) must be of type int|float, array given
number_format(): Argument #1 ($num) must be of type int|float, stdClass given
number_format(): Argument #1 ($num) must be of type int|float, string given
