--TEST--
ArrayObject: unset during walk skips
--FILE--
<?php
$o = new ArrayObject([1, 2, 3, 4, 5]);
foreach ($o as $k => $v) {
    echo "$k => $v\n";
    if ($k == 1) { unset($o[1]); }
}
--EXPECT--
0 => 1
1 => 2
3 => 4
4 => 5
