--TEST--
msgpack_unpack() drops properties whose names are damaged
--EXTENSIONS--
msgpack
--FILE--
<?php
class Q { private $a = 1; protected $b = 2; public $c = 3; }
foreach (["\0", "\0a", "\0\0", "\0ab", "\0a\0", "\0Q\0", "\0abcd", "", "\0*\0b", "\0Q\0a"] as $name) {
    echo bin2hex($name), "\n";
    print_r(msgpack_unpack("\x83\xc0\xa1Q" . chr(0xa0 + strlen($name)) . "$name\x07\xa1c\x09"));
}
print_r(msgpack_unpack(hex2bin('83c0a151c007a16309')));
--EXPECTF--
00

Notice: Illegal member variable name in %s on line 5
Q Object
(
    [a:Q:private] => 1
    [b:protected] => 2
    [c] => 9
)
0061

Notice: Illegal member variable name in %s on line 5
Q Object
(
    [a:Q:private] => 1
    [b:protected] => 2
    [c] => 9
)
0000

Notice: Illegal member variable name in %s on line 5
Q Object
(
    [a:Q:private] => 1
    [b:protected] => 2
    [c] => 9
)
006162

Notice: Corrupt member variable name in %s on line 5
Q Object
(
    [a:Q:private] => 1
    [b:protected] => 2
    [c] => 9
)
006100

Notice: Corrupt member variable name in %s on line 5
Q Object
(
    [a:Q:private] => 1
    [b:protected] => 2
    [c] => 9
)
005100

Notice: Corrupt member variable name in %s on line 5
Q Object
(
    [a:Q:private] => 1
    [b:protected] => 2
    [c] => 9
)
0061626364

Notice: Corrupt member variable name in %s on line 5
Q Object
(
    [a:Q:private] => 1
    [b:protected] => 2
    [c] => 9
)

Q Object
(
    [a:Q:private] => 1
    [b:protected] => 2
    [c] => 9
    [] => 7
)
002a0062
Q Object
(
    [a:Q:private] => 1
    [b:protected] => 7
    [c] => 9
)
00510061
Q Object
(
    [a:Q:private] => 7
    [b:protected] => 2
    [c] => 9
)
Q Object
(
    [a:Q:private] => 1
    [b:protected] => 2
    [c] => 9
)
