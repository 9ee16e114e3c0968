--TEST--
ArrayObject: wraps object properties
--FILE--
<?php
class P { public $a = 1; protected $b = 2; private $c = 3; }
$p = new P;
$o = new ArrayObject($p);
var_dump(count($o), isset($o["b"]));
$o["a"] = 5;
foreach ($o as $k => $v) { echo "$k => $v\n"; }
var_dump($p);
--EXPECT--
int(1)
bool(false)
a => 5
object(P)#1 (3) {
  ["a"]=>
  int(5)
  ["b":protected]=>
  int(2)
  ["c":"P":private]=>
  int(3)
}
