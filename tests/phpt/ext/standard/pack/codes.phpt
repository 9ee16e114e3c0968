--TEST--
pack() and unpack() of all kinds of values
--FILE--
<?php
echo bin2hex(pack("nvc*", 0x1234, 0x5678, 65, -1)), "\n", bin2hex(pack("NVJPq", 1, 2, 3, 4, -5)), "\n", bin2hex(pack("A5a5Z5H*h*", "ab", "cd", "efghij", "1f2", "1f2")), "\n", bin2hex(pack("fdGE", 1.5, -2.25, 1.5, -2.25)), "\n", bin2hex(pack("Cx2C@6C", 1, 2, 3)), "\n";
print_r(unpack("nlength/a3text/Cn2", "\x00\x03abc\x07\x08"));
var_dump(@unpack("N", "abc"));
?>
--EXPECT--
1234785641ff
000000010200000000000000000000030400000000000000fbffffffffffffff
6162202020636400000065666768001f20f102
0000c03f00000000000002c03fc00000c002000000000000
01000002000003
Array
(
    [length] => 3
    [text] => abc
    [n2] => 7
)
bool(false)
