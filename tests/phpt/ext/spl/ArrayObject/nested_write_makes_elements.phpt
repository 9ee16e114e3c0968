--TEST--
ArrayObject: nested write makes elements
--FILE--
<?php
$o = new ArrayObject([]);
$o["a"]["b"][] = 1;
$r = &$o["a"]["c"];
$r = 2;
print_r($o->getArrayCopy());
--EXPECT--
Array
(
    [a] => Array
        (
            [b] => Array
                (
                    [0] => 1
                )

            [c] => 2
        )

)
