<?php

// needs: mbstring
mb_internal_encoding('UTF-8');
$s = 'Grüße 日本 Ω';
var_dump(mb_strlen($s), mb_substr($s, 2, 3), mb_substr($s, -1), mb_strtoupper($s), mb_strtolower('ÀÉ'), mb_strpos($s, '日'), mb_strrpos('ababa', 'b'), mb_substr_count('日日本', '日'), mb_str_split('añb'), mb_convert_case('hello wörld', MB_CASE_TITLE), mb_strwidth('日本ab'), mb_strimwidth('Hello World', 0, 8, '...'), mb_internal_encoding(), mb_check_encoding("\xff", 'UTF-8'), mb_detect_encoding('abc'), bin2hex(mb_convert_encoding('é', 'ISO-8859-1', 'UTF-8')), mb_convert_encoding("\xe9", 'UTF-8', 'ISO-8859-1'), mb_ord('€'), mb_chr(8364), mb_stripos('ÄÖ', 'ö'), mb_strstr('user@host', '@'), mb_substitute_character(), mb_str_pad('é', 5, '-', STR_PAD_BOTH), mb_trim("\u{3000} x "), mb_ucfirst('éa'), mb_lcfirst('ÉA'), mb_scrub("a\xffb"), mb_strlen("\xff\xfe", '8bit'), mb_list_encodings() !== []);
try {
    mb_strlen('x', 'nonsense');
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
