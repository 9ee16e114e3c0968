--TEST--
That a magic method of an object was called shows in none of its bytes
--EXTENSIONS--
igbinary
msgpack
--FILE--
<?php
class Magic {
    public int $first = 7;
    protected array $unset;
    protected $last;
    public string $unsetToo;
    function __get($name) { return "got $name"; }
    function __set($name, $value) { }
}
$object = new Magic;
$before = [igbinary_serialize($object), msgpack_pack($object), serialize($object)];
echo $object->nothing, "\n";
$object->nothing = 5;
$after = [igbinary_serialize($object), msgpack_pack($object), serialize($object)];
var_dump($before === $after);
echo implode("\n", array_map(bin2hex(...), $after)), "\n";
var_dump(igbinary_unserialize($after[0]));
--EXPECT--
got nothing
bool(true)
0000000217054d616769631404110566697273740607001107002a006c6173740000
83c0a54d61676963a5666972737407a7002a006c617374c0
4f3a353a224d61676963223a323a7b733a353a226669727374223b693a373b733a373a22002a006c617374223b4e3b7d
object(Magic)#2 (2) {
  ["first"]=>
  int(7)
  ["unset":protected]=>
  uninitialized(array)
  ["last":protected]=>
  NULL
  ["unsetToo"]=>
  uninitialized(string)
}
