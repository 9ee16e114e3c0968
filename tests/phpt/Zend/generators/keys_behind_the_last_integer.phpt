--TEST--
Keys of a generator begin anew behind the last integer
--FILE--
<?php
function g() {
    yield PHP_INT_MAX => 1;
    yield 2;
    yield 3;
    yield 5 => 4;
    yield 5;
}
foreach (g() as $k => $v) {
    var_dump($k);
}
--EXPECT--
int(9223372036854775807)
int(-9223372036854775808)
int(-9223372036854775807)
int(5)
int(6)
