<?php

$a = [1 => 'a', '1' => 'b', 1.7 => 'c', true => 'd', '01' => 'e', null => 'f', '' => 'g', '-5' => 'h', '-0' => 'i', ' 1' => 'j', '9223372036854775807' => 'k', '9223372036854775808' => 'l'];
var_dump($a);
$b = [];
$b[5] = 'five';
$b[] = 'six';
$b['x'] = 'x';
$b[] = 'seven';
$b[-10] = 'minus ten';
$b[] = 'eight';
print_r($b);
$n = [-5 => 'a'];
$n[] = 'b';
print_r($n);
$m = [PHP_INT_MAX => 'max'];
try {
    $m[] = 'over';
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
$u = [1, 2, 3];
unset($u[2]);
$u[] = 'appended';
print_r($u);
array_pop($u);
$u[] = 'after pop';
print_r($u);
unset($u[0], $u['none'], $u[1]);
var_dump($u, count($u), isset($u[3]), array_key_last($u), array_is_list($u), array_is_list([1, 2]));
$x = ['a' => ['b' => ['c' => 1]]];
unset($x['a']['b']['c']);
var_dump($x, isset($x['a']['b']), empty($x['a']['b']));
$deep = [];
$deep['x'][]['y'] = 1;
$deep['x'][]['y'] = 2;
echo json_encode($deep), "\n";
var_dump([1, 2] + [5, 6, 7], ['a' => 1] + ['a' => 2, 'b' => 3]);
echo implode(',', array_keys([3 => 1, 'x' => 2, 1 => 3])), "\n";
$str = 'key';
echo "$a[1] {$b['x']}\n";
$t = ['x' => ['y' => 'z']];
echo "$t[x]\n";
