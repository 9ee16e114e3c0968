--TEST--
A closure is compared with other values as an object
--FILE--
<?php
set_error_handler(function ($n, $m) { echo $m, "\n"; return true; });
foreach ([1, 2, 1.0, 'a', true, null, []] as $v) {
    var_dump((fn() => 1) == $v, (fn() => 1) < $v);
}
?>
--EXPECT--
Object of class Closure could not be converted to int
Object of class Closure could not be converted to int
bool(true)
bool(false)
Object of class Closure could not be converted to int
Object of class Closure could not be converted to int
bool(false)
bool(true)
Object of class Closure could not be converted to float
Object of class Closure could not be converted to float
bool(true)
bool(false)
bool(false)
bool(false)
bool(true)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
