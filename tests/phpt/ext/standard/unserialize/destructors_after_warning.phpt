--TEST--
Objects of a damaged text are destructed after the warning
--FILE--
<?php
class Mortal { public $inner; function __destruct() { echo "gone\n"; } }
set_error_handler(function ($level, $message) { echo $message, "\n"; return true; });
var_dump(unserialize('a:2:{i:0;O:6:"Mortal":1:{s:5:"inner";O:6:"Mortal":0:{}}i:1;X'));
var_dump(unserialize('O:6:"Mortal":1:{s:5:"inner";a:1:{i:0;O:6:"Mortal":0:{}'));
--EXPECT--
unserialize(): Error at offset 59 of 60 bytes
gone
gone
bool(false)
unserialize(): Error at offset 54 of 54 bytes
gone
gone
bool(false)
