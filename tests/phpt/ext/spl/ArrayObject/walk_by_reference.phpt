--TEST--
ArrayObject: walk by reference
--FILE--
<?php
$o = new ArrayObject([1, 2]);
foreach ($o as &$v) { $v *= 10; }
unset($v);
print_r($o->getArrayCopy());
--EXPECT--
Array
(
    [0] => 10
    [1] => 20
)
