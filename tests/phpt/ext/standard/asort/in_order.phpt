--TEST--
Sorting what is in order: the internal pointer, the next key, references, a callback that changes the variable
--FILE--
<?php
$a = ['x' => 1, 'y' => 2, 'z' => 3]; end($a); asort($a); var_dump(current($a), key($a)); end($a); ksort($a); var_dump(key($a));
$a = [3 => 'img1', 5 => 'img2', 9 => 'img10']; next($a); natsort($a); var_dump(key($a)); $a[] = 'q'; var_dump(array_key_last($a));
$b = $a; uasort($a, fn($x, $y) => strnatcmp($x, $y)); next($a); uksort($a, fn($x, $y) => $x <=> $y); var_dump($a, key($a), key($b));
$arr = [1 => 1, 2 => 2]; uasort($arr, function ($x, $y) use (&$arr) { $arr = 'changed'; return $x <=> $y; }); var_dump($arr);
$r = 5; $arr = ['a' => &$r, 'b' => 6]; asort($arr); $r = 7; var_dump($arr);
--EXPECT--
int(1)
string(1) "x"
string(1) "x"
int(3)
int(10)
array(4) {
  [3]=>
  string(4) "img1"
  [5]=>
  string(4) "img2"
  [9]=>
  string(5) "img10"
  [10]=>
  string(1) "q"
}
int(3)
int(3)
array(2) {
  [1]=>
  int(1)
  [2]=>
  int(2)
}
array(2) {
  ["a"]=>
  &int(7)
  ["b"]=>
  int(6)
}
