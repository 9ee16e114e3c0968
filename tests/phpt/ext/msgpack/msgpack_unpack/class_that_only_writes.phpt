--TEST--
An object of a class with __serialize and without __unserialize cannot be read
--EXTENSIONS--
msgpack
--FILE--
<?php
class Writes { public $x = 1; function __serialize(): array { return ['k' => 1]; } }
class Both { function __serialize(): array { return ['k' => 1]; } function __unserialize(array $data): void { var_dump($data); } }
class Reads { public $x = 1; function __unserialize(array $data): void { var_dump($data); } }
foreach ([new Writes, new Both, new Reads] as $object) {
    try {
        var_dump(msgpack_unpack(msgpack_pack($object)) == $object);
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
--EXPECT--
Invalid callback , no array or string given
array(1) {
  ["k"]=>
  int(1)
}
bool(true)
bool(true)
