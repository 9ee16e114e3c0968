--TEST--
A closure is not called in the scope of an internal class, Closure included
--FILE--
<?php
foreach ([new stdClass, function () {}, new ArrayObject, (function () { yield 1; })()] as $object) {
    var_dump((function () { return 'ran'; })->call($object));
}
var_dump((fn() => 'ran')->bindTo(new ArrayObject)());
--EXPECTF--
Warning: Cannot bind closure to scope of internal class stdClass in %s on line 3
NULL

Warning: Cannot bind closure to scope of internal class Closure in %s on line 3
NULL

Warning: Cannot bind closure to scope of internal class ArrayObject in %s on line 3
NULL

Warning: Cannot bind closure to scope of internal class Generator in %s on line 3
NULL
string(3) "ran"
