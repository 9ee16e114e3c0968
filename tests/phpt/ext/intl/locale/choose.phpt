--TEST--
Locale puts names together, compares them and chooses
--EXTENSIONS--
intl
--FILE--
<?php
foreach ([[], ['language' => 'en'], ['language' => 'en', 'region' => 'us', 'script' => 'latn', 'variant' => ['a', 'b'], 'private' => 'x1'], ['language' => 'en', 'variant0' => 'nedis', 'private0' => 'p', 'private1' => 'q', 'extlang0' => 'ex'], ['grandfathered' => 'i-klingon'], ['language' => 5]] as $parts) {
    var_dump(Locale::composeLocale($parts));
}
foreach ([['de-DE', 'de'], ['de', 'de-DE'], ['de-DEVA', 'de-DE'], ['de_DE', 'de-de'], ['en', '*'], ['i-klingon', 'tlh', true], ['zh-Hant', 'zh-Han'], ['en-x-a', 'en', true]] as $arguments) {
    var_dump(Locale::filterMatches(...$arguments));
}
foreach ([[['de-DEVA', 'de-DE-1996', 'de'], 'de-DE-1996-x-prv1-prv2'], [['de_DE'], 'de', false, 'xx'], [[], 'de', false, 'xx'], [['zh-Hant'], 'zh_Hant_TW', true], [['en'], 'en_US_POSIX']] as $arguments) {
    var_dump(Locale::lookup(...$arguments));
}
var_dump(Locale::setDefault('de-DE'), Locale::getDefault(), Locale::getRegion(''), Locale::setDefault(''), locale_get_default());
?>
--EXPECT--
bool(false)
string(2) "en"
string(19) "en_latn_us_a_b_x_x1"
string(17) "en_ex_nedis_x_p_q"
string(9) "i-klingon"
bool(false)
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
string(10) "de-DE-1996"
string(2) "xx"
string(0) ""
string(7) "zh_hant"
string(2) "en"
bool(true)
string(5) "de-DE"
string(2) "DE"
bool(true)
string(11) "en_US_POSIX"
