--TEST--
msgpack_pack: the shortest form of each number, strings, arrays and maps
--EXTENSIONS--
msgpack
--FILE--
<?php
foreach ([null, true, 0, 127, 128, 255, 256, 65535, 65536, 4294967296, -1, -32, -33, -128, -129, -32769, PHP_INT_MAX, PHP_INT_MIN, 1.5, NAN, '', str_repeat('x', 32), [], [1], ['a' => 1], [1 => 1], range(0, 15)] as $v) {
    echo bin2hex(msgpack_pack($v)), "\n";
}
ini_set('msgpack.use_str8_serialization', '0');
echo bin2hex(msgpack_pack(str_repeat('x', 32))), "\n";
--EXPECT--
c0
c3
00
7f
cc80
ccff
cd0100
cdffff
ce00010000
cf0000000100000000
ff
e0
d0df
d080
d1ff7f
d2ffff7fff
cf7fffffffffffffff
d38000000000000000
cb3ff8000000000000
cb7ff8000000000000
a0
d9207878787878787878787878787878787878787878787878787878787878787878
90
9101
81a16101
810101
dc0010000102030405060708090a0b0c0d0e0f
da00207878787878787878787878787878787878787878787878787878787878787878
