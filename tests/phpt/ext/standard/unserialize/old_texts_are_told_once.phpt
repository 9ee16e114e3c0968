--TEST--
Each text in the form S: is told once, whether or not values refer to others
--FILE--
<?php
set_error_handler(function ($level, $message) { echo "[$message]\n"; return true; });
var_dump(unserialize('a:2:{S:1:"a";S:1:"b";S:1:"\63";R:2;}'));
--EXPECT--
[unserialize(): Unserializing the 'S' format is deprecated]
[unserialize(): Unserializing the 'S' format is deprecated]
[unserialize(): Unserializing the 'S' format is deprecated]
array(2) {
  ["a"]=>
  &string(1) "b"
  ["c"]=>
  &string(1) "b"
}
