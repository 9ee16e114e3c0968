--TEST--
What is shared stays a reference where an array is unpacked into another
--FILE--
<?php
function f() {
    $a = 1;
    $b = [&$a, 'k' => &$a];
    $c = [0, ...$b];
    $c[1] = 7;
    $c['k']++;
    var_dump($a, $c);
    unset($a, $c);
    unset($b['k']);
    var_dump([...$b]);
    foreach ([...$b] as $v) var_dump($v);
}
f();
--EXPECT--
int(8)
array(3) {
  [0]=>
  int(0)
  [1]=>
  &int(8)
  ["k"]=>
  &int(8)
}
array(1) {
  [0]=>
  int(8)
}
int(8)
