--TEST--
Transliterators from rules, and what is wrong with them
--EXTENSIONS--
intl
--FILE--
<?php
function t($f) { try { $r = $f(); var_dump($r instanceof Transliterator ? $r->id : $r); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } echo intl_get_error_code(), ' ', intl_get_error_message(), "\n"; }
foreach(["a > b;","a > ;","abc { d } e > f;","a <> b;","\$x = [a-z]; \$x > X;","(a)(b) > \$2 \$1;","a > | b ;","::NFD; a > b; ::NFC;","a+ > x;","a* > x;","'a b' > c;","^a > b;","a \$ > b;","[abc] > &Upper(x);","([a-z]) > &Upper(\$1);","a > b","a < b;","use variable range 0xE000 0xEFFF; a > b;","ab > x; a > y;","a > x; ab > y;","\\u0041 > b;",":: [a-z]; a > b;","a > @@b;","a > b @@;",". > x;","\$a > x;","a > \$1;","(a > b;","[a > b;","a > b > c;","::foo;","a } b { c > d;","", "# comment\n", "\u{0e01} > k;", "{a}b > c;", "a?b > c;", "\$v = a; \$v = b; a>b;", "a > b # c\n; c > d;", "\\N{LATIN SMALL LETTER A} > x;","x > \\N{LATIN SMALL LETTER A};","\\p{Lu} > X;"] as $r) foreach([0,1] as $d) { echo "<$r> $d: "; t(function() use($r,$d) { $t=Transliterator::createFromRules($r,$d); if (!$t) return $t; return [$t->id, $t->transliterate("aabcdeABCaab abc d xyz")]; }); }
--EXPECT--
<a > b;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "bbbcdeABCbbb bbc d xyz"
}
0 U_ZERO_ERROR
<a > b;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<a > ;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(17) "bcdeABCb bc d xyz"
}
0 U_ZERO_ERROR
<a > ;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<abc { d } e > f;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcfeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<abc { d } e > f;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<a <> b;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "bbbcdeABCbbb bbc d xyz"
}
0 U_ZERO_ERROR
<a <> b;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aaacdeABCaaa aac d xyz"
}
0 U_ZERO_ERROR
<$x = [a-z]; $x > X;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "XXXXXXABCXXX XXX X XXX"
}
0 U_ZERO_ERROR
<$x = [a-z]; $x > X;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<(a)(b) > $2 $1;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "abacdeABCaba bac d xyz"
}
0 U_ZERO_ERROR
<(a)(b) > $2 $1;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<a > | b ;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "bbbcdeABCbbb bbc d xyz"
}
0 U_ZERO_ERROR
<a > | b ;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<::NFD; a > b; ::NFC;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "bbbcdeABCbbb bbc d xyz"
}
0 U_ZERO_ERROR
<::NFD; a > b; ::NFC;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<a+ > x;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(20) "xbcdeABCxb xbc d xyz"
}
0 U_ZERO_ERROR
<a+ > x;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<a* > x;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(373) "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxbcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<a* > x;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<'a b' > c;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<'a b' > c;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<^a > b;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "babcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<^a > b;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<a $ > b;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<a $ > b;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<[abc] > &Upper(x);> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "XXXXdeABCXXX XXX d xyz"
}
0 U_ZERO_ERROR
<[abc] > &Upper(x);> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<([a-z]) > &Upper($1);> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "AABCDEABCAAB ABC D XYZ"
}
0 U_ZERO_ERROR
<([a-z]) > &Upper($1);> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<a > b> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "bbbcdeABCbbb bbc d xyz"
}
0 U_ZERO_ERROR
<a > b> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<a < b;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<a < b;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aaacdeABCaaa aac d xyz"
}
0 U_ZERO_ERROR
<use variable range 0xE000 0xEFFF; a > b;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "bbbcdeABCbbb bbc d xyz"
}
0 U_ZERO_ERROR
<use variable range 0xE000 0xEFFF; a > b;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<ab > x; a > y;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(19) "yxcdeABCyx xc d xyz"
}
0 U_ZERO_ERROR
<ab > x; a > y;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<a > x; ab > y;> 0: NULL
65557 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error after "a > x;", before or at "ab > y;"): U_RULE_MASK_ERROR
<a > x; ab > y;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<\u0041 > b;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdebBCaab abc d xyz"
}
0 U_ZERO_ERROR
<\u0041 > b;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<:: [a-z]; a > b;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "bbbcdeABCbbb bbc d xyz"
}
0 U_ZERO_ERROR
<:: [a-z]; a > b;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<a > @@b;> 0: NULL
65545 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 3, after "a >", before or at " @@b;"): U_MISPLACED_CURSOR_OFFSET
<a > @@b;> 1: NULL
65545 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 3, after "a >", before or at " @@b;"): U_MISPLACED_CURSOR_OFFSET
<a > b @@;> 0: NULL
65545 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 3, after "a >", before or at " b @@;"): U_MISPLACED_CURSOR_OFFSET
<a > b @@;> 1: NULL
65545 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 3, after "a >", before or at " b @@;"): U_MISPLACED_CURSOR_OFFSET
<. > x;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "xxxxxxxxxxxxxxxxxxxxxx"
}
0 U_ZERO_ERROR
<. > x;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<$a > x;> 0: NULL
65554 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 0, before or at "$a > x;"): U_UNDEFINED_VARIABLE
<$a > x;> 1: NULL
65554 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 0, before or at "$a > x;"): U_UNDEFINED_VARIABLE
<a > $1;> 0: NULL
65537 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 0, before or at "a > $1;"): U_MALFORMED_RULE
<a > $1;> 1: NULL
65553 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 0, before or at "a > $1;"): U_UNDEFINED_SEGMENT_REFERENCE
<(a > b;> 0: NULL
65563 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 1, after "(", before or at "a > b;"): U_UNCLOSED_SEGMENT
<(a > b;> 1: NULL
65563 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 1, after "(", before or at "a > b;"): U_UNCLOSED_SEGMENT
<[a > b;> 0: NULL
65538 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 0, before or at "[a > b;"): U_MALFORMED_SET
<[a > b;> 1: NULL
65538 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 0, before or at "[a > b;"): U_MALFORMED_SET
<a > b > c;> 0: NULL
65555 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 0, before or at "a > b > c;"): U_UNQUOTED_SPECIAL
<a > b > c;> 1: NULL
65555 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 0, before or at "a > b > c;"): U_UNQUOTED_SPECIAL
<::foo;> 0: NULL
65569 transliterator_create_from_rules: unable to create ICU transliterator from rules (no parse error): U_INVALID_ID
<::foo;> 1: NULL
65569 transliterator_create_from_rules: unable to create ICU transliterator from rules (no parse error): U_INVALID_ID
<a } b { c > d;> 0: NULL
65537 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 0, before or at "a } b { c > d;"): U_MALFORMED_RULE
<a } b { c > d;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<> 0: array(2) {
  [0]=>
  string(8) "Any-Null"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<> 1: array(2) {
  [0]=>
  string(8) "Any-Null"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<# comment
> 0: array(2) {
  [0]=>
  string(8) "Any-Null"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<# comment
> 1: array(2) {
  [0]=>
  string(8) "Any-Null"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<ก > k;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<ก > k;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<{a}b > c;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "acbcdeABCacb cbc d xyz"
}
0 U_ZERO_ERROR
<{a}b > c;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<a?b > c;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(19) "accdeABCac cc d xyz"
}
0 U_ZERO_ERROR
<a?b > c;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<$v = a; $v = b; a>b;> 0: NULL
65536 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 8, after "$v = a; ", before or at "$v = b; a>b;"): U_BAD_VARIABLE_DEFINITION
<$v = a; $v = b; a>b;> 1: NULL
65536 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 8, after "$v = a; ", before or at "$v = b; a>b;"): U_BAD_VARIABLE_DEFINITION
<a > b # c
; c > d;> 0: NULL
65555 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 3, after "a >", before or at " b # c
; c > d;"): U_UNQUOTED_SPECIAL
<a > b # c
; c > d;> 1: NULL
65555 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 3, after "a >", before or at " b # c
; c > d;"): U_UNQUOTED_SPECIAL
<\N{LATIN SMALL LETTER A} > x;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "xxbcdeABCxxb xbc d xyz"
}
0 U_ZERO_ERROR
<\N{LATIN SMALL LETTER A} > x;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<x > \N{LATIN SMALL LETTER A};> 0: NULL
65537 transliterator_create_from_rules: unable to create ICU transliterator from rules (parse error at offset 0, before or at "x > \N{LATIN SM"): U_MALFORMED_RULE
<x > \N{LATIN SMALL LETTER A};> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
<\p{Lu} > X;> 0: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeXXXaab abc d xyz"
}
0 U_ZERO_ERROR
<\p{Lu} > X;> 1: array(2) {
  [0]=>
  string(13) "RulesTransPHP"
  [1]=>
  string(22) "aabcdeABCaab abc d xyz"
}
0 U_ZERO_ERROR
