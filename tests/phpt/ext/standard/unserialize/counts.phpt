--TEST--
A count of elements is wrong if there are fewer than two bytes for each
--FILE--
<?php
foreach (['a:1:{}', 'a:4:{i:0;', 'a:4:{i:0;i', 'O:8:"stdClass":3:{', 'O:8:"stdClass":3:{}', 'O:8:"stdClass":0:{}'] as $text) {
    var_dump(unserialize($text));
}
--EXPECTF--

Warning: unserialize(): Error at offset 5 of 6 bytes in %s on line 3
bool(false)

Warning: unserialize(): Error at offset 5 of 9 bytes in %s on line 3
bool(false)

Warning: unserialize(): Error at offset 5 of 10 bytes in %s on line 3
bool(false)

Warning: unserialize(): Error at offset 16 of 18 bytes in %s on line 3
bool(false)

Warning: unserialize(): Unexpected end of serialized data in %s on line 3

Warning: unserialize(): Error at offset 18 of 19 bytes in %s on line 3
bool(false)
object(stdClass)#1 (0) {
}
