--TEST--
NumberFormatter reads from a place on, and tells where it ended or got stuck
--EXTENSIONS--
intl
--FILE--
<?php
$format = new NumberFormatter('en_US', NumberFormatter::DECIMAL);
foreach (['123', 'x12', '12x', 'a1,234.5', '1,2,3'] as $text) {
    for ($i = 0; $i <= strlen($text); $i++) {
        $at = $i;
        echo $text, ' ', $i, ': ', json_encode(@$format->parse($text, NumberFormatter::TYPE_DOUBLE, $at)), ' to ', $at, ' ', $format->getErrorMessage(), "\n";
    }
}
foreach (['en_US', 'de_DE'] as $locale) {
    $format = new NumberFormatter($locale, NumberFormatter::CURRENCY);
    foreach (['EUR12 x', '$1,234.5x', 'EUR 5', 'usd5', 'JPY5', '$5', '5 EUR', '5EUR', '-EUR5', '5.5.5', '-5', 'x'] as $text) {
        $at = $end = 0;
        $currency = 'none';
        echo $locale, ' ', $text, ': ', json_encode(@$format->parseCurrency($text, $currency, $at)), " $currency to $at, ",
            json_encode(@$format->parse($text, NumberFormatter::TYPE_DOUBLE, $end)), " to $end\n";
    }
}
--EXPECT--
123 0: 123 to 3 U_ZERO_ERROR
123 1: 23 to 3 U_ZERO_ERROR
123 2: 3 to 3 U_ZERO_ERROR
123 3: false to 3 Number parsing failed: U_PARSE_ERROR
x12 0: false to 0 Number parsing failed: U_PARSE_ERROR
x12 1: 12 to 3 U_ZERO_ERROR
x12 2: 2 to 3 U_ZERO_ERROR
x12 3: false to 3 Number parsing failed: U_PARSE_ERROR
12x 0: 12 to 2 U_ZERO_ERROR
12x 1: 2 to 2 U_ZERO_ERROR
12x 2: false to 2 Number parsing failed: U_PARSE_ERROR
12x 3: false to 3 Number parsing failed: U_PARSE_ERROR
a1,234.5 0: false to 0 Number parsing failed: U_PARSE_ERROR
a1,234.5 1: 1234.5 to 8 U_ZERO_ERROR
a1,234.5 2: false to 2 Number parsing failed: U_PARSE_ERROR
a1,234.5 3: 234.5 to 8 U_ZERO_ERROR
a1,234.5 4: 34.5 to 8 U_ZERO_ERROR
a1,234.5 5: 4.5 to 8 U_ZERO_ERROR
a1,234.5 6: 0.5 to 8 U_ZERO_ERROR
a1,234.5 7: 5 to 8 U_ZERO_ERROR
a1,234.5 8: false to 8 Number parsing failed: U_PARSE_ERROR
1,2,3 0: false to 0 Number parsing failed: U_PARSE_ERROR
1,2,3 1: false to 1 Number parsing failed: U_PARSE_ERROR
1,2,3 2: false to 2 Number parsing failed: U_PARSE_ERROR
1,2,3 3: false to 3 Number parsing failed: U_PARSE_ERROR
1,2,3 4: 3 to 5 U_ZERO_ERROR
1,2,3 5: false to 5 Number parsing failed: U_PARSE_ERROR
en_US EUR12 x: 12 EUR to 5, false to 0
en_US $1,234.5x: 1234.5 USD to 8, 1234.5 to 8
en_US EUR 5: false none to 3, false to 0
en_US usd5: 5 USD to 4, 5 to 4
en_US JPY5: 5 JPY to 4, false to 0
en_US $5: 5 USD to 2, 5 to 2
en_US 5 EUR: false none to 1, false to 1
en_US 5EUR: false none to 4, false to 1
en_US -EUR5: -5 EUR to 5, false to 0
en_US 5.5.5: false none to 3, false to 3
en_US -5: false none to 0, false to 0
en_US x: false none to 0, false to 0
de_DE EUR12 x: false none to 5, false to 5
de_DE $1,234.5x: false none to 6, false to 0
de_DE EUR 5: false none to 3, false to 3
de_DE usd5: false none to 0, false to 0
de_DE JPY5: false none to 4, false to 0
de_DE $5: false none to 2, false to 0
de_DE 5 EUR: false none to 1, false to 1
de_DE 5EUR: false none to 4, false to 4
de_DE -EUR5: false none to 5, false to 5
de_DE 5.5.5: false none to 0, false to 0
de_DE -5: false none to 2, false to 2
de_DE x: false none to 0, false to 0
