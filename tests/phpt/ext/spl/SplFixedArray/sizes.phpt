--TEST--
SplFixedArray: sizes
--FILE--
<?php
$f = SplFixedArray::fromArray([3 => "d", 1 => "b"]);
var_dump($f->toArray());
$f->setSize(2);
var_dump(count($f), serialize($f));
foreach ($f as $a) { foreach ($f as $k => $b) { echo "$k "; } }
--EXPECT--
array(4) {
  [0]=>
  NULL
  [1]=>
  string(1) "b"
  [2]=>
  NULL
  [3]=>
  string(1) "d"
}
int(2)
string(43) "O:13:"SplFixedArray":2:{i:0;N;i:1;s:1:"b";}"
0 1 0 1
