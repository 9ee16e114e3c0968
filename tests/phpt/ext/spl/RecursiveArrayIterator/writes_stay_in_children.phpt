--TEST--
RecursiveArrayIterator: what is written to a child does not reach the parent
--FILE--
<?php
$a = new RecursiveArrayIterator([1, [2, 3]]);
$i = new RecursiveIteratorIterator($a);
foreach ($i as $k => $v) { $i->getInnerIterator()->offsetSet($k, $v * 10); }
print_r($a->getArrayCopy());
--EXPECT--
Array
(
    [0] => 10
    [1] => Array
        (
            [0] => 2
            [1] => 3
        )

)
