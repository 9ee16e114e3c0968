--TEST--
CachingIterator: full cache
--FILE--
<?php
$c = new CachingIterator(new ArrayIterator(["a" => 1, 2]), CachingIterator::FULL_CACHE);
foreach ($c as $k => $v) { echo "$k ", var_export($c->hasNext(), true), "\n"; }
var_dump(count($c), $c["a"], $c["0"], isset($c["zz"]), $c["zz"]);
$c["q"] = 1;
unset($c["a"]);
print_r($c->getCache());
--EXPECTF--
a true
0 false

Warning: Undefined array key "zz" in %s on line 4
int(2)
int(1)
int(2)
bool(false)
NULL
Array
(
    [0] => 2
    [q] => 1
)
