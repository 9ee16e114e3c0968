--TEST--
ArrayObject: isset null is false but offset exists
--FILE--
<?php
$o = new ArrayObject(["x" => null]);
var_dump(isset($o["x"]), $o->offsetExists("x"), empty($o["x"]), $o["x"] ?? "default");
--EXPECT--
bool(false)
bool(true)
bool(true)
string(7) "default"
