--TEST--
Elements that are references are given to callbacks as references
--FILE--
<?php
$x = 1; $list = [&$x, 2];
var_dump(array_filter($list, function (&$v) { $v = $v + 10; return true; }));
var_dump(array_map(function (&$v) { return ++$v; }, $list));
var_dump(array_reduce($list, function ($carry, &$v) { $v++; return $carry + $v; }, 0));
var_dump($x);
?>
--EXPECTF--

Warning: {closure:%s:3}(): Argument #1 ($v) must be passed by reference, value given in %s on line 3
array(2) {
  [0]=>
  &int(11)
  [1]=>
  int(2)
}

Warning: {closure:%s:4}(): Argument #1 ($v) must be passed by reference, value given in %s on line 4
array(2) {
  [0]=>
  int(12)
  [1]=>
  int(3)
}

Warning: {closure:%s:5}(): Argument #2 ($v) must be passed by reference, value given in %s on line 5
int(16)
int(13)
