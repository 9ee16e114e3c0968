--TEST--
SplFileObject: csv flags
--FILE--
<?php
$path = tempnam(sys_get_temp_dir(), "spl");
file_put_contents($path, "a,b\n\n\"x\ny\",z\n,\n");
foreach ([8, 8 | 4, 8 | 2, 8 | 2 | 4, 8 | 1, 15] as $flags) {
    $f = new SplFileObject($path);
    $f->setCsvControl(",", "\"", "");
    $f->setFlags($flags);
    echo "$flags:";
    foreach ($f as $k => $v) { echo " $k", json_encode($v); }
    echo "\n";
}
unlink($path);
--EXPECT--
8: 0["a","b"] 1[null] 2["x\ny","z"] 3["",""] 4[null]
12: 0["a","b"] 1[null] 2["x\ny","z"] 3["",""] 4false
10: 0["a","b"] 1[null] 2["x\ny","z"] 3["",""] 4[null]
14: 0["a","b"] 1[null] 2["x\ny","z"] 3["",""]
9: 0["a","b"] 1[null] 2["x\ny","z"] 3["",""] 4[null]
15: 0["a","b"] 2["x\ny","z"] 3["",""]
