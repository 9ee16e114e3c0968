--TEST--
ArrayObject: own storage
--FILE--
<?php
$s = new ArrayObject();
$s->exchangeArray($s);
$s["a"] = 1;
var_dump($s, count($s));
foreach ($s as $v) { var_dump($v); }
--EXPECT--
object(ArrayObject)#1 (1) {
  ["a"]=>
  int(1)
}
int(1)
