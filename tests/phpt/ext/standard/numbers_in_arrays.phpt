--TEST--
in_array, array_search, array_keys, min and max with numbers of both kinds, booleans and texts
--FILE--
<?php
$values = [0, 1, -1, 1.0, 0.5, NAN, INF, true, false, null, '', '0', '1', '1.0', 'abc', 'true', [], [1]];
foreach ([0.0, 1.0, 0.5, NAN, -0.0, true, false, 1, 0, '1', 'abc', null] as $needle) {
    foreach ($values as $i => $value) { echo (int) in_array($needle, [$value]), (int) in_array($needle, ['k' => $value], true); }
    echo ' ', json_encode(array_search($needle, $values)), "\n";
}
var_dump(array_keys([1, 2, 1, 1], 1), array_keys(['a' => 1, 'b' => 1.0, 'c' => '1', 'd' => true], 1), array_keys(['a' => 1, 'b' => 2], 3), array_keys([1, 2.0], 2));
foreach ([[1, 1.0], [1.0, 1], [2, 1.5], [1.5, 2], [NAN, 1], [1, NAN], [PHP_INT_MAX, 9.2233720368547758e18], [0.0, -0.0], [true, 2], ['10', 9.5], [null, -1.5]] as [$a, $b]) {
    var_dump(min($a, $b), max($a, $b));
}
var_dump(intval(1.9), intval(-1.9), intval(1e30), intval(NAN), floatval('1.5abc'), floatval('abc'), floatval(' 2'));
--EXPECT--
100000000000000010100010000000000000 0
001000110000001000000000101000000000 1
000000001100001000000000000000000000 4
000000000000001000000000000000000000 7
100000000000000010100010000000000000 0
001010101010101100000000101010100010 1
100000000000000011101010000000001000 0
001100100000001000000000101000000000 1
110000000000000010100010000000000000 0
001000100000001000000000111000000000 1
000000000000001000000000000011000000 7
100000000000000010111000000000001000 0
array(3) {
  [0]=>
  int(0)
  [1]=>
  int(2)
  [2]=>
  int(3)
}
array(4) {
  [0]=>
  string(1) "a"
  [1]=>
  string(1) "b"
  [2]=>
  string(1) "c"
  [3]=>
  string(1) "d"
}
array(0) {
}
array(1) {
  [0]=>
  int(1)
}
float(1)
int(1)
int(1)
float(1)
float(1.5)
int(2)
float(1.5)
int(2)
int(1)
int(1)
float(NAN)
float(NAN)
float(9.223372036854776E+18)
int(9223372036854775807)
float(-0)
float(0)
int(2)
bool(true)
float(9.5)
string(2) "10"
NULL
float(-1.5)
int(1)
int(-1)
int(5076964154930102272)
int(0)
float(1.5)
float(0)
float(2)
