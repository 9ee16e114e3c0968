--TEST--
Warnings about a damaged text come before destructors; elements that are there are read; objects whose __unserialize failed are not destructed
--EXTENSIONS--
msgpack
--FILE--
<?php
set_error_handler(function ($level, $message) { echo "[$message]\n"; return true; });
class Waking { public $n; function __construct($n) { $this->n = $n; } function __wakeup() { echo "wake $this->n\n"; } function __destruct() { echo "gone $this->n\n"; } }
class Refuses extends Waking { function __serialize(): array { return [$this->n]; } function __unserialize(array $data): void { throw new Exception('no'); } }
$value = [new Waking(1), new Waking(2), 7];
echo "cut\n";
var_dump(msgpack_unpack(substr(msgpack_pack($value), 0, -1)));
echo "refused\n";
$value = [new Waking(3), new Refuses(4)];
try { msgpack_unpack(msgpack_pack($value)); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
echo "keys\n";
var_dump(msgpack_unpack("\x83\xc3\1\xc2\2"), msgpack_unpack("\x81\xc1"));
echo "end\n";
--EXPECT--
cut
wake 1
wake 2
[[msgpack] (php_msgpack_unserialize) Insufficient data for unserializing]
gone 1
gone 2
bool(false)
refused
gone 1
gone 2
wake 3
gone 3
no
keys
[[msgpack] (msgpack_unserialize_map_item) illegal key type]
[[msgpack] (msgpack_unserialize_map_item) illegal key type]
[[msgpack] (php_msgpack_unserialize) Insufficient data for unserializing]
[[msgpack] (php_msgpack_unserialize) Parse error]
bool(false)
bool(false)
end
gone 4
gone 3
