--TEST--
msgpack: an array that is repeated by its number is a copy, unless it was a reference where it was met first
--EXTENSIONS--
msgpack
--FILE--
<?php
foreach (['93910882c002000282c0020002', '939082c002000282c0020002', '94919082c002000382c002000382c0020002', '82029108030a'] as $digits) {
    $value = msgpack_unpack(hex2bin($digits));
    echo bin2hex(msgpack_pack($value)), ' ', json_encode($value), "\n";
}
?>
--EXPECT--
93910891089108 [[8],[8],[8]]
93909090 [[],[],[]]
94919090909190 [[[]],[],[],[[]]]
82029108030a {"2":[8],"3":10}
