--TEST--
SplDoublyLinkedList: removal during walk
--FILE--
<?php
$l = new SplDoublyLinkedList;
foreach (range(1, 5) as $i) { $l[] = $i; }
foreach ($l as $k => $v) {
    echo "$k => $v\n";
    if ($k == 1) { unset($l[1]); }
}
foreach ($l as $v) { $l->shift(); var_dump($v); }
var_dump(count($l));
--EXPECT--
0 => 1
1 => 2
int(1)
int(3)
