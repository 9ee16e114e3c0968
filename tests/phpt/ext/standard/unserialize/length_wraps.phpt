--TEST--
Lengths that are too large for a number wrap around, which shows in where the error is
--FILE--
<?php
foreach (['s:99999999999999999999:"x";', 'a:1:{s:18446744073709551617:"x";i:1;}', 'O:18446744073709551624:"stdClass":0:{}'] as $text) {
    var_dump(unserialize($text));
}
--EXPECTF--

Warning: unserialize(): Error at offset 2 of 27 bytes in %s on line 3
bool(false)
array(1) {
  ["x"]=>
  int(1)
}
object(stdClass)#1 (0) {
}
