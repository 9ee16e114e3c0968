--TEST--
Names of properties that begin with NUL and name no class are told where they are read and shown
--FILE--
<?php
set_error_handler(function ($level, $message) { echo "[$message]\n"; return true; });
class Bare {}
class Some { public $a; }
class Still { public static $s; public $a; }
var_dump(unserialize("O:4:\"Bare\":1:{s:4:\"\0*9d\";i:1;}") !== false);
var_dump(unserialize("O:4:\"Some\":1:{s:4:\"\0*9d\";i:1;}"));
var_dump(unserialize("O:4:\"Some\":1:{s:1:\"\0\";i:1;}"));
echo count((array) unserialize('O:5:"Still":1:{s:1:"s";i:5;}')), "\n";
class Sleeps { function __sleep() { return ["\0X\0y"]; } }
echo serialize(new Sleeps), "\n";
--EXPECT--
[Corrupt member variable name]
[Creation of dynamic property Bare::$ is deprecated]
bool(true)
[Corrupt member variable name]
[unserialize(): Error at offset 25 of 30 bytes]
bool(false)
[Illegal member variable name]
[unserialize(): Error at offset 22 of 27 bytes]
bool(false)
2
[serialize(): "" returned as member variable from __sleep() but does not exist]
O:6:"Sleeps":0:{}
