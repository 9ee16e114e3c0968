<?php

$tests = ['a', 'z', 'Z', 'az', 'zz', 'Zz', 'a9', 'zZ9', '9z', 'z-z', '', ' ', '5', '5.5', '1e3', '-1', '9223372036854775807', 'abc', 'Az', 'zzz9', 'é'];
foreach ($tests as $t) {
    $x = $t;
    @$x++;
    echo var_export($t, true), ' ++ ', var_export($x, true);
    $y = $t;
    @$y--;
    echo ', -- ', var_export($y, true), "\n";
}
foreach ([null, true, false, 1.5, PHP_INT_MAX, PHP_INT_MIN] as $t) {
    $x = $y = $t;
    @$x++;
    @$y--;
    var_dump($x, $y);
}
$n = null;
$n--;
var_dump($n);
$b = true;
$b++;
$s = 'a-';
$s++;
var_dump($s);
$e = '';
$e--;
var_dump($e);
try {
    $arr = [];
    $arr++;
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
try {
    $o = new stdClass();
    $o--;
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
var_dump(str_increment('Az'), str_decrement('b0'), str_increment('zz'));
try {
    str_decrement('a');
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
