<?php

$a = ['x' => 1, 'y' => 2, 'z' => 3];
echo current($a), key($a), next($a), key($a), next($a), "\n";
var_dump(next($a), key($a), current($a));
echo reset($a), end($a), prev($a), "\n";
$copy = $a;
echo current($copy), next($copy), current($a), "\n";
while (($v = current($a)) !== false) {
    echo key($a), $v;
    next($a);
}
echo "\n";
reset($a);
foreach ($a as $k => $v) {
    echo current($a);
}
echo "\n";
unset($a['x']);
var_dump(current($a));
$q = [1, 2, 3];
array_push($q, 4, 5);
echo array_shift($q), array_pop($q), array_unshift($q, 'first'), implode(',', $q), "\n";
print_r($q);
$k = ['a' => 1, 5 => 2, 'b' => 3];
array_shift($k);
print_r($k);
array_unshift($k, 'u');
print_r($k);
$e = [];
var_dump(array_pop($e), array_shift($e), reset($e), end($e), key($e), current($e));
