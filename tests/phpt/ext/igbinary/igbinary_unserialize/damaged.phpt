--TEST--
igbinary_unserialize: damaged bytes give a warning and null
--EXTENSIONS--
igbinary
--FILE--
<?php
set_error_handler(function ($level, $message) { echo $level, ' ', $message, "\n"; return true; });
foreach (explode(' ', '00 00000002 0000000200 0000000300 0000000a0600 0200000006 61627374657374 612274657374 000000020000 0000000214ff 000000021601ffffff 0000000230 000000020112 000000020e00 00000002140106001501 0000000217 00000002170146 000000021703466f6f00 000000021703466f6f1401 0000000225 00000002110561 0000000214022506000601 0000000214010501 0000000223 000000020a 0000000220ffffffffffffffff 0000000226000000000000000161 000000021d 0000000217045a5a5a5a27110141 000000021708737464436c61737327110141 000000021708737464436c6173731d0161 000000021707436c6f737572651400 0000000217085361696c73426f791401') as $hex) {
    echo $hex, ' ';
    try {
        echo json_encode(igbinary_unserialize(hex2bin($hex))), "\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
--EXPECT--
00 2 igbinary_unserialize_header: expected at least 5 bytes of data, got 1 byte(s)
null
00000002 2 igbinary_unserialize_header: expected at least 5 bytes of data, got 4 byte(s)
null
0000000200 null
0000000300 2 igbinary_unserialize_header: unsupported version: 3, should be 1 or 2
null
0000000a0600 2 igbinary_unserialize_header: unsupported version: 10, should be 1 or 2
null
0200000006 2 igbinary_unserialize_header: unsupported version: 33554432, should be 1 or 2 (wrong endianness?)
null
61627374657374 2 igbinary_unserialize_header: unsupported version: "abst"..., should begin with a binary version header of "\x00\x00\x00\x01" or "\x00\x00\x00\x02"
null
612274657374 2 igbinary_unserialize_header: unsupported version: "a\"te"..., should begin with a binary version header of "\x00\x00\x00\x01" or "\x00\x00\x00\x02"
null
000000020000 2 igbinary_unserialize: received more data to unserialize than expected
null
0000000214ff 2 igbinary_unserialize_array: data size 0 smaller that requested array length 255.
null
000000021601ffffff 2 igbinary_unserialize_array: data size 0 smaller that requested array length 33554431.
null
0000000230 2 igbinary_unserialize_zval: unknown type '30', position 5
null
000000020112 2 igbinary_unserialize_ref: invalid reference 18 >= 0
null
000000020e00 2 igbinary_unserialize_string: string index is out-of-bounds
null
00000002140106001501 2 igbinary_unserialize_array: end-of-data
null
0000000217 2 igbinary_unserialize_chararray: end-of-data
null
00000002170146 2 igbinary_unserialize_object: end-of-data
null
000000021703466f6f00 2 igbinary_unserialize_object: unknown object inner type '00', position 10
null
000000021703466f6f1401 2 igbinary_unserialize_object_properties: data size 0 smaller that requested array length 1.
null
0000000225 2 igbinary_unserialize_zval: end-of-data
null
00000002110561 2 igbinary_unserialize_chararray: end-of-data
null
0000000214022506000601 2 igbinary_unserialize_array: unknown key type '25', position 7
null
0000000214010501 2 igbinary_unserialize_array: unknown key type '05', position 7
null
0000000223 2 igbinary_unserialize_ref: end-of-data
null
000000020a 2 igbinary_unserialize_long: end-of-data
null
0000000220ffffffffffffffff 2 igbinary_unserialize_long: too big 64bit long.
0
0000000226000000000000000161 "a"
000000021d 2 igbinary_unserialize_zval: unknown type '1d', position 5
null
0000000217045a5a5a5a27110141 2 igbinary_unserialize_object_enum_case: Class 'ZZZZ' does not exist
null
000000021708737464436c61737327110141 2 igbinary_unserialize_object_enum_case: Class 'stdClass' is not an enum
null
000000021708737464436c6173731d0161 2 Class stdClass has no unserializer
null
000000021707436c6f737572651400 Exception: Unserialization of 'Closure' is not allowed
0000000217085361696c73426f791401 2 igbinary_unserialize_object_properties: data size 0 smaller that requested array length 1.
null
