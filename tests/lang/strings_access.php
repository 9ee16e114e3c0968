<?php

$s = 'abcdef';
echo $s[0], $s[-1], $s['2'], "\n";
$s[1] = 'X';
$s[-1] = 'long';
$s[10] = 'Z';
var_dump($s);
$e = '';
try {
    $e[3] = '';
} catch (Error $x) {
    echo $x->getMessage(), "\n";
}
var_dump(isset($s[2]), isset($s[50]), isset($s['1']), isset($s['x']), isset($s[0][0]), isset($s['1.0']), empty($s[0]));
foreach (str_split('hello', 2) as $part) {
    echo $part, '|';
}
echo "\n";
$i = 'abc';
$copy = $i;
$copy[0] = 'z';
echo $i, $copy, "\n";
try {
    $s['x'] = 'y';
} catch (Error $x) {
    echo get_class($x), $x->getMessage(), "\n";
}
try {
    unset($s[0]);
} catch (Error $x) {
    echo $x->getMessage(), "\n";
}
try {
    $r = &$s[0];
} catch (Error $x) {
    echo $x->getMessage(), "\n";
}
echo "$s[1] {$s[2]}\n";
$n = 'ab';
$n[5] = 'q';
var_dump($n, strlen($n));
for ($i = 0, $t = '', $src = 'reverse'; $i < strlen($src); $i++) {
    $t = $src[$i] . $t;
}
echo $t, "\n";
