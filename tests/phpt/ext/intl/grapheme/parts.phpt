--TEST--
grapheme functions count clusters
--EXTENSIONS--
intl
--FILE--
<?php
foreach (['', 'abc', "ä\r\n", "a\u{308}b", '👨‍👩‍👧', '🇩🇪🇫🇷🇮', 'क्षि', 'กำ', "각", '👍🏽e'] as $text) {
    echo grapheme_strlen($text), ' ', implode('|', array_map('bin2hex', grapheme_str_split($text, 1))), "\n";
}
foreach ([[0], [-2], [1, -1], [9], [-9], [2, 0], [1, -9], [0, 99], [-2, -1], [-9, -1], [-9, 1]] as $arguments) {
    var_dump(grapheme_substr('äbcdé', ...$arguments));
}
foreach ([[2], [0], [1, 1], [3, 1], [1, 2], [1, 0, 1], [1, 0, -1], [1, 0, 9], [9]] as $arguments) {
    $next = null;
    var_dump(grapheme_extract('äbc', $arguments[0], $arguments[1] ?? 0, $arguments[2] ?? 0, $next), $next);
}
var_dump(grapheme_strlen("\xff"), intl_get_error_message());
?>
--EXPECT--
0 
3 61|62|63
2 c3a4|0d0a
2 61cc88|62
1 f09f91a8e2808df09f91a9e2808df09f91a7
3 f09f87a9f09f87aa|f09f87abf09f87b7|f09f87ae
1 e0a495e0a58de0a4b7e0a4bf
1 e0b881e0b8b3
1 eab081
2 f09f918df09f8fbd|65
string(7) "äbcdé"
string(3) "dé"
string(3) "bcd"
string(0) ""
string(7) "äbcdé"
string(0) ""
string(0) ""
string(7) "äbcdé"
string(1) "d"
string(5) "äbcd"
string(2) "ä"
string(3) "äb"
int(3)
string(0) ""
int(0)
string(0) ""
int(0)
string(3) "äb"
int(3)
string(2) "ä"
int(2)
string(1) "b"
int(2)
string(1) "c"
int(4)
bool(false)
int(9)
string(4) "äbc"
int(4)
NULL
string(61) "Error converting input string to UTF-16: U_INVALID_CHAR_FOUND"
