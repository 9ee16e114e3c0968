<?php

foreach ([['a5', 'ab'], ['A5', 'ab'], ['Z5', 'abcdefg'], ['Z*', 'ab'], ['H*', '1fa'], ['h4', '1f2e'], ['c2', -1, 127], ['C', 255], ['s', -2], ['S', 65535], ['n', 258], ['v', 258], ['l', -3], ['L', 4294967295], ['N', 16909060], ['V', 16909060], ['q', -5], ['Q', PHP_INT_MAX], ['J', 72623859790382856], ['P', 72623859790382856], ['f', 1.5], ['d', 1.5], ['e', -2.25], ['E', -2.25], ['g', 0.1], ['G', 0.1], ['x3'], ['C2x2C', 1, 2, 3], ['nX2v', 1, 2], ['C@4C', 1, 2], ['N3', 1, 2, 3], ['A3nC*', 'xyz', 5, 1, 2]] as $args) {
    echo $args[0], ' ', bin2hex(pack(...$args)), "\n";
}
print_r(unpack('nbig/vlittle/Cbyte', "\x01\x02\x03\x04\x05"));
print_r(unpack('N2', "\0\0\0\1\0\0\0\2"));
print_r(unpack('a3raw/A3trim/Z4nul', "a\0 b  cd\0e"));
print_r(unpack('c/Cx/H4hex/h2low', "\xff\xff\xab\xcd\x12"));
print_r(unpack('q', pack('q', -1)));
print_r(unpack('d2f', pack('d2', 1.5, -0.1)));
print_r(unpack('C*', 'abc', 1));
print_r(unpack('x2/Cafter', "\1\2\3"));
foreach ([fn () => pack('y', 1), fn () => pack('C'), fn () => pack('a'), fn () => unpack('N', 'ab'), fn () => unpack('y', 'a'), fn () => pack('C', 'x'), fn () => pack('C', 300), fn () => pack('C2', 1)] as $try) {
    try {
        var_dump(is_string($r = $try()) ? bin2hex($r) : $r);
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
