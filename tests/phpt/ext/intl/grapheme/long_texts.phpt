--TEST--
grapheme functions search long texts in reasonable time
--EXTENSIONS--
intl
--FILE--
<?php
$a = str_repeat('a', 200_000);
var_dump(grapheme_strpos($a, $a), grapheme_stripos($a, str_repeat('A', 100_000) . 'b'), grapheme_strrpos($a, 'aa'));
var_dump(grapheme_strripos("$a\t$a", 'AA', -3), grapheme_strpos($a, 'a', 199_999), grapheme_strpos($a, 'aa', 199_999));
var_dump(strlen(grapheme_strstr("x$a.y", "$a.")), strlen(grapheme_stristr("$a.Y", 'y', true)));
var_dump(grapheme_strpos('abc', 'c', -1), grapheme_strrpos('abcabc', 'c', -4), grapheme_strrpos('abcabc', 'ca', -4));
var_dump(grapheme_strrpos('abcabc', 'abc', -3), grapheme_strrpos('abcabc', 'abc', -4), grapheme_strripos('aBcabc', 'B', -6));
?>
--EXPECT--
int(0)
bool(false)
int(199998)
int(399998)
int(199999)
bool(false)
int(200002)
int(200001)
int(2)
int(2)
int(2)
int(3)
int(0)
bool(false)
