--TEST--
Private properties of classes that are not there are lost
--FILE--
<?php
class P extends DateTime { private $mine = 1; function mine() { return $this->mine; } }
class C extends P { private $own = 2; protected $kept = 3; }
$text = str_replace(['i:1;', 'i:2;', 'i:3;'], ['i:7;', 'i:8;', 'i:9;'], serialize(new C('2020-01-01 UTC')));
$whole = unserialize($text);
var_dump($whole, $whole->mine());
var_dump(unserialize(str_replace("\0C\0own", "\0X\0own", $text)));
--EXPECTF--

Fatal error: Uncaught Error: Invalid serialization data for DateTime object in %s:5
Stack trace:
#0 [internal function]: DateTime->__unserialize(Array)
#1 %s(5): unserialize('O:1:"C":6:{s:4:...')
#2 {main}
  thrown in %s on line 5
