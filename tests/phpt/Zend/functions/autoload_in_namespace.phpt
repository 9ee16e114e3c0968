--TEST--
A function __autoload is only refused outside of namespaces
--FILE--
<?php
namespace N;
function __autoload($class) { return $class; }
echo __autoload('x'), "\n";
--EXPECT--
x
