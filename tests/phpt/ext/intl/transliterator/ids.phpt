--TEST--
Names of transliterators, and their inverses
--EXTENSIONS--
intl
--FILE--
<?php
function t($f) { try { $r = $f(); var_dump($r instanceof Transliterator ? $r->id : $r); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } echo intl_get_error_code(), ' ', intl_get_error_message(), "\n"; }
foreach (["any-latin", "Any-Latin; Latin-ASCII; Lower()", "Latin-ASCII", "Cyrillic-Latin", "[aeiou] Upper", "NFD; [:Nonspacing Mark:] Remove; NFC", "Hex/C", "", "xyz", "Upper()", "(Lower)", "Lower(Upper)", "::Latin-ASCII", "; Lower", " Any - Latin", "[:foo:] Lower", "[abc];Lower;([def])", "Any-Null", "ru-Latin", "tr-Lower"] as $id) foreach ([0, 1] as $d) t(fn() => Transliterator::create($id, $d));
t(fn() => @transliterator_transliterate("Nope", "a")); t(fn() => transliterator_transliterate("Lower", "A\xff")); t(fn() => transliterator_transliterate("Lower", "ABCDEF", 2, 4)); t(fn() => transliterator_transliterate("Lower", "ABC", 3, 2)); t(fn() => transliterator_transliterate("Lower", "ABC", 0, 9));
--EXPECT--
string(9) "any-latin"
0 U_ZERO_ERROR
string(8) "Any-Null"
0 U_ZERO_ERROR
string(29) "Any-Latin;Latin-ASCII;Lower()"
0 U_ZERO_ERROR
string(28) "(Lower);ASCII-Latin;Any-Null"
0 U_ZERO_ERROR
string(11) "Latin-ASCII"
0 U_ZERO_ERROR
string(11) "ASCII-Latin"
0 U_ZERO_ERROR
string(14) "Cyrillic-Latin"
0 U_ZERO_ERROR
string(14) "Latin-Cyrillic"
0 U_ZERO_ERROR
string(13) "[aeiou] Upper"
0 U_ZERO_ERROR
string(13) "[aeiou] Lower"
0 U_ZERO_ERROR
string(34) "NFD;[:Nonspacing Mark:] Remove;NFC"
0 U_ZERO_ERROR
string(32) "NFD;[:Nonspacing Mark:] Null;NFC"
0 U_ZERO_ERROR
string(5) "Hex/C"
0 U_ZERO_ERROR
string(9) "Hex-Any/C"
0 U_ZERO_ERROR
NULL
65569 transliterator_create: unable to open ICU transliterator with id "": U_INVALID_ID
NULL
65569 transliterator_create: unable to open ICU transliterator with id "": U_INVALID_ID
NULL
65569 transliterator_create: unable to open ICU transliterator with id "xyz": U_INVALID_ID
NULL
65569 transliterator_create: unable to open ICU transliterator with id "xyz": U_INVALID_ID
string(7) "Upper()"
0 U_ZERO_ERROR
string(7) "(Upper)"
0 U_ZERO_ERROR
string(7) "(Lower)"
0 U_ZERO_ERROR
string(7) "Lower()"
0 U_ZERO_ERROR
string(12) "Lower(Upper)"
0 U_ZERO_ERROR
string(12) "Upper(Lower)"
0 U_ZERO_ERROR
NULL
65569 transliterator_create: unable to open ICU transliterator with id "::Latin-ASCII": U_INVALID_ID
NULL
65569 transliterator_create: unable to open ICU transliterator with id "::Latin-ASCII": U_INVALID_ID
NULL
65569 transliterator_create: unable to open ICU transliterator with id "; Lower": U_INVALID_ID
NULL
65569 transliterator_create: unable to open ICU transliterator with id "; Lower": U_INVALID_ID
string(9) "Any-Latin"
0 U_ZERO_ERROR
string(8) "Any-Null"
0 U_ZERO_ERROR
NULL
65569 transliterator_create: unable to open ICU transliterator with id "[:foo:] Lower": U_INVALID_ID
NULL
65569 transliterator_create: unable to open ICU transliterator with id "[:foo:] Lower": U_INVALID_ID
string(19) "[abc];Lower([def]);"
0 U_ZERO_ERROR
string(19) "[def];([abc]);Upper"
0 U_ZERO_ERROR
string(8) "Any-Null"
0 U_ZERO_ERROR
string(8) "Any-Null"
0 U_ZERO_ERROR
string(8) "ru-Latin"
0 U_ZERO_ERROR
string(8) "Latin-ru"
0 U_ZERO_ERROR
string(8) "tr-Lower"
0 U_ZERO_ERROR
NULL
65569 transliterator_create: unable to open ICU transliterator with id "tr-Lower": U_INVALID_ID
bool(false)
65569 transliterator_create: unable to open ICU transliterator with id "Nope": U_INVALID_ID
bool(false)
10 String conversion of string to UTF-16 failed: U_INVALID_CHAR_FOUND
string(6) "ABcdEF"
0 U_ZERO_ERROR
ValueError: transliterator_transliterate(): Argument #3 ($start) must be less than or equal to argument #4 ($end)
0 U_ZERO_ERROR
bool(false)
1 transliterator_transliterate: Neither "start" nor the "end" arguments can exceed the number of UTF-16 code units (in this case, 3): U_ILLEGAL_ARGUMENT_ERROR
