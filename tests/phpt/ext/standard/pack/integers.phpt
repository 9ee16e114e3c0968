--TEST--
pack with integers only, and with what is not quite that
--FILE--
<?php
foreach ([['N', 1], ['n', 65537], ['C*', 1, 2, 300], ['c', -1], ['J', -2], ['P', PHP_INT_MIN], ['vV', 1, 2], ['qQ', -1, -2], ['sS', -2, 40000], ['iIlL', 1, 2, 3, 4],
    ['C*'], ['N*', 1, '2', 3.7], ['N', '7'], ['C', true], ['N2', 1, 2], ['nC*', 1, 2, 3], ['H*', 'aBc'], ['H*', 'abcd'], ['h*', '1234'], ['H3', 'abcd'], ['H*', 'xy'], ['H4', 'ab'],
    ['N*', ...range(1, 20)], ['J*', ...range(1, 9)]] as $args) {
    echo json_encode($args[0]), ' ', bin2hex(pack(...$args)), "\n";
}
foreach ([['N'], ['NN', 1], ['N', 1, 2], ['C', 'x'], ['?', 1], ['C', []]] as $args) {
    try { echo bin2hex(pack(...$args)), "\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
var_dump(unpack('H*a', "\xab\x0c"), unpack('h3', "\xab\x0c"), unpack('H1', "\xab"));
--EXPECTF--
"N" 00000001
"n" 0001
"C*" 01022c
"c" ff
"J" fffffffffffffffe
"P" 0000000000000080
"vV" 010002000000
"qQ" fffffffffffffffffeffffffffffffff
"sS" feff409c
"iIlL" 01000000020000000300000004000000
"C*" 
"N*" 000000010000000200000003
"N" 00000007
"C" 01
"N2" 0000000100000002
"nC*" 00010203
"H*" abc0
"H*" abcd
"h*" 2143
"H3" abc0
"H*" 
Warning: pack(): Type H: illegal hex digit x in %s on line 5

Warning: pack(): Type H: illegal hex digit y in %s on line 5
00
"H4" 
Warning: pack(): Type H: not enough characters in string in %s on line 5
ab
"N*" 0000000100000002000000030000000400000005000000060000000700000008000000090000000a0000000b0000000c0000000d0000000e0000000f0000001000000011000000120000001300000014
"J*" 000000000000000100000000000000020000000000000003000000000000000400000000000000050000000000000006000000000000000700000000000000080000000000000009
ValueError: Type N: too few arguments
ValueError: Type N: too few arguments

Warning: pack(): 1 arguments unused in %s on line 8
00000001
00
ValueError: Type ?: unknown format code
00
array(1) {
  ["a"]=>
  string(4) "ab0c"
}
array(1) {
  [1]=>
  string(3) "bac"
}
array(1) {
  [1]=>
  string(1) "a"
}
