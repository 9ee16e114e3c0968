--TEST--
A method name that is no string is refused before the object is looked at
--FILE--
<?php
$closure = fn() => 1;
$o = new stdClass;
foreach ([fn() => $o->$closure(), fn() => $undefined->$closure(), fn() => $undefined->$other(), fn() => $o::$closure()] as $call) {
    try {
        $call();
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECTF--
Method name must be a string
Method name must be a string

Warning: Undefined variable $other in %s on line 4
Method name must be a string
Method name must be a string
