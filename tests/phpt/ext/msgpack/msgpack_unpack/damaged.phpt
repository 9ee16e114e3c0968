--TEST--
msgpack_unpack: damaged bytes
--EXTENSIONS--
msgpack
--FILE--
<?php
set_error_handler(function ($level, $message) { echo $level, ' ', $message, "\n"; return true; });
foreach (explode(' ', 'c1 c7 d4 d40501 c70305616263 c403616263 a361 dbffffffff61 91 92c0 80 81 81a161 81c001 cfffffffffffffffff 0102 9101ff ddffffffff 82c201c302 82c0040001 9281c0a8737464436c61737382c0040009 82c003a8737464436c617373a161') as $hex) {
    echo $hex, ' ', json_encode(msgpack_unpack(hex2bin($hex))), "\n";
}
var_dump(msgpack_unpack(str_repeat("\x91", 1100) . "\x01"), msgpack_unpack(''));
ini_set('msgpack.error_display', '0');
var_dump(msgpack_unpack("\xc1"));
--EXPECT--
c1 2 [msgpack] (php_msgpack_unserialize) Parse error
false
c7 2 [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
false
d4 2 [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
false
d40501 null
c70305616263 null
c403616263 "abc"
a361 2 [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
false
dbffffffff61 2 [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
false
91 2 [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
false
92c0 2 [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
false
80 {}
81 2 [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
false
81a161 2 [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
false
81c001 null
cfffffffffffffffff "18446744073709551615"
0102 2 [msgpack] (php_msgpack_unserialize) Extra bytes
1
9101ff 2 [msgpack] (php_msgpack_unserialize) Extra bytes
[1]
ddffffffff 2 [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
false
82c201c302 2 [msgpack] (msgpack_unserialize_map_item) illegal key type
2 [msgpack] (msgpack_unserialize_map_item) illegal key type
{"":1,"1":2}
82c0040001 null
9281c0a8737464436c61737382c0040009 2 [msgpack] (msgpack_unserialize_map_item) Invalid references value: 8
[{},null]
82c003a8737464436c617373a161 2 [msgpack] (msgpack_unserialize_map_item) Class stdClass has no unserializer
null
2 [msgpack] (php_msgpack_unserialize) Memory error
bool(false)
NULL
bool(false)
