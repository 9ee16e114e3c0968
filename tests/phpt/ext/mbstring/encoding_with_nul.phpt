--TEST--
An unknown encoding is shown up to its first NUL byte
--EXTENSIONS--
mbstring
--FILE--
<?php
foreach (['mb_strlen' => ['x', "no\0such"], 'mb_preferred_mime_name' => ["no\0such"], 'mb_strtolower' => ['x', "a\0"]] as $name => $arguments) {
    try { var_dump($name(...$arguments)); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
}
var_dump(mb_parse_str('', $result), $result, mb_parse_str('&', $result), mb_parse_str('a', $result), $result);
--EXPECT--
mb_strlen(): Argument #2 ($encoding) must be a valid encoding, "no" given
mb_preferred_mime_name(): Argument #1 ($encoding) must be a valid encoding, "no" given
mb_strtolower(): Argument #2 ($encoding) must be a valid encoding, "a" given
bool(false)
array(0) {
}
bool(true)
bool(true)
array(1) {
  ["a"]=>
  string(0) ""
}
