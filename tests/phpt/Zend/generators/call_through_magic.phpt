--TEST--
A call through __call inside a generator
--FILE--
<?php
class I { function __call($m, $p) { return 7; } }
function g() { $i = new I; yield $i->hours(5); }
for ($j = 0; $j < 3; $j++) foreach (g() as $v) for ($i = 0; $i < 300; $i++) $x[] = str_repeat('a', $i * 8 % 300);
echo $v, ' ', count($x), ' ', md5(implode(',', $x)), "\n";
--EXPECT--
7 900 3918dbc9169d221e0284cbb055161137
