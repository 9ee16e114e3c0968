--TEST--
phpversion() of an extension: its own, where that is not PHP's
--EXTENSIONS--
igbinary
msgpack
--FILE--
<?php
var_dump(phpversion('igbinary') === (new ReflectionExtension('igbinary'))->getVersion(), phpversion('MSGPACK'));
var_dump(phpversion('igbinary') === PHP_VERSION, phpversion('standard') === PHP_VERSION, phpversion('nothing'), phpversion(''));
?>
--EXPECT--
bool(true)
string(5) "3.0.0"
bool(false)
bool(true)
bool(false)
bool(false)
