--TEST--
isset and empty of a static property of a class that is not there
--FILE--
<?php
class H { static $x = 1; private static $p = 2; }
var_dump(isset(H::$x), isset(H::$y), isset(H::$p), empty(H::$x));
$class = 'Nope';
foreach ([fn() => isset(Nope::$x), fn() => empty(Nope::$x), fn() => isset($class::$x), fn() => isset(Nope::$x[1]), fn() => Nope::$x ?? 1] as $f) {
    try {
        var_dump($f());
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
--EXPECT--
bool(true)
bool(false)
bool(false)
bool(false)
Class "Nope" not found
Class "Nope" not found
Class "Nope" not found
Class "Nope" not found
Class "Nope" not found
