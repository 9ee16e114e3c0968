--TEST--
RecursiveIteratorIterator: max depth
--FILE--
<?php
foreach ([0, 1, 2] as $mode) {
    foreach ([-1, 0, 1] as $depth) {
        $i = new RecursiveIteratorIterator(new RecursiveArrayIterator([1, [2, [3, 4]], 5]), $mode);
        $i->setMaxDepth($depth);
        echo "$mode $depth:";
        foreach ($i as $v) { echo " ", $i->getDepth(), ":", json_encode($v); }
        echo "\n";
    }
}
--EXPECT--
0 -1: 0:1 1:2 2:3 2:4 0:5
0 0: 0:1 0:5
0 1: 0:1 1:2 0:5
1 -1: 0:1 0:[2,[3,4]] 1:2 1:[3,4] 2:3 2:4 0:5
1 0: 0:1 0:[2,[3,4]] 0:5
1 1: 0:1 0:[2,[3,4]] 1:2 1:[3,4] 0:5
2 -1: 0:1 1:2 2:3 2:4 1:[3,4] 0:[2,[3,4]] 0:5
2 0: 0:1 0:[2,[3,4]] 0:5
2 1: 0:1 1:2 1:[3,4] 0:[2,[3,4]] 0:5
