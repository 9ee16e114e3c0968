--TEST--
Bytes that mean nothing do not begin a word
--EXTENSIONS--
mbstring
--FILE--
<?php
foreach (["a\xffb c\xfed", "\xffab", "ab\xff \xffcd"] as $text) {
    echo mb_convert_case($text, MB_CASE_TITLE, 'UTF-8'), ' ', mb_convert_case($text, MB_CASE_TITLE_SIMPLE, 'ASCII'), "\n";
}
echo mb_encode_mimeheader('a', 'UTF-8', null), "\n";
--EXPECTF--
A?b C?d A?b C?d
?Ab ?Ab
Ab? ?Cd Ab? ?Cd

Deprecated: mb_encode_mimeheader(): Passing null to parameter #3 ($transfer_encoding) of type ?string is deprecated in %s on line 5
a
