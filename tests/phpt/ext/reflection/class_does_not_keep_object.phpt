--TEST--
A ReflectionClass does not keep the object it was made with
--FILE--
<?php
class D { function __destruct() { echo "destruct\n"; } }
$r = new ReflectionClass(new D); echo "class\n";
$r = new ReflectionObject(new D); echo "object\n";
$r = null;
var_dump((new ReflectionClass(fn() => 1))->hasMethod('__invoke'));
?>
--EXPECT--
destruct
class
object
destruct
bool(true)
