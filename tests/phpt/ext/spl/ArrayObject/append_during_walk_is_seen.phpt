--TEST--
ArrayObject: append during walk is seen
--FILE--
<?php
$o = new ArrayObject([1]);
foreach ($o as $k => $v) {
    echo "$k => $v\n";
    if ($k < 3) { $o[] = $k; }
}
--EXPECT--
0 => 1
1 => 0
2 => 1
3 => 2
