--TEST--
NumberFormatter reads from a byte on, and tells where it ended or got stuck
--EXTENSIONS--
intl
--FILE--
<?php
$format = new NumberFormatter('en_US', NumberFormatter::DECIMAL);
foreach (['١٢٣', '€12', '😀12x', 'é1,234é'] as $text) {
    for ($i = 0; $i <= strlen($text); $i++) {
        $at = $i;
        echo $text, ' ', $i, ': ', json_encode(@$format->parse($text, NumberFormatter::TYPE_DOUBLE, $at)), ' to ', $at, ' ', $format->getErrorMessage(), "\n";
    }
}
foreach (['en_US', 'de_DE'] as $locale) {
    $format = new NumberFormatter($locale, NumberFormatter::CURRENCY);
    foreach (['€12 x', '$1,234.5é', 'EUR 5', 'usd5', 'JPY5', '¥5', '5 €', '5€', '-€5', '5.5.5', '-5', 'x'] as $text) {
        $at = $end = 0;
        $currency = 'none';
        echo $locale, ' ', $text, ': ', json_encode(@$format->parseCurrency($text, $currency, $at)), " $currency to $at, ",
            json_encode(@$format->parse($text, NumberFormatter::TYPE_DOUBLE, $end)), " to $end\n";
    }
}
--EXPECT--
١٢٣ 0: 123 to 6 U_ZERO_ERROR
١٢٣ 1: false to 1 Invalid UTF-8 offset: U_INVALID_CHAR_FOUND
١٢٣ 2: 23 to 6 U_ZERO_ERROR
١٢٣ 3: false to 3 Invalid UTF-8 offset: U_INVALID_CHAR_FOUND
١٢٣ 4: 3 to 6 U_ZERO_ERROR
١٢٣ 5: false to 5 Invalid UTF-8 offset: U_INVALID_CHAR_FOUND
١٢٣ 6: false to 6 Number parsing failed: U_PARSE_ERROR
€12 0: false to 0 Number parsing failed: U_PARSE_ERROR
€12 1: false to 1 Invalid UTF-8 offset: U_INVALID_CHAR_FOUND
€12 2: false to 2 Invalid UTF-8 offset: U_INVALID_CHAR_FOUND
€12 3: 12 to 5 U_ZERO_ERROR
€12 4: 2 to 5 U_ZERO_ERROR
€12 5: false to 5 Number parsing failed: U_PARSE_ERROR
😀12x 0: false to 0 Number parsing failed: U_PARSE_ERROR
😀12x 1: false to 1 Invalid UTF-8 offset: U_INVALID_CHAR_FOUND
😀12x 2: false to 2 Invalid UTF-8 offset: U_INVALID_CHAR_FOUND
😀12x 3: false to 3 Invalid UTF-8 offset: U_INVALID_CHAR_FOUND
😀12x 4: 12 to 6 U_ZERO_ERROR
😀12x 5: 2 to 6 U_ZERO_ERROR
😀12x 6: false to 6 Number parsing failed: U_PARSE_ERROR
😀12x 7: false to 7 Number parsing failed: U_PARSE_ERROR
é1,234é 0: false to 0 Number parsing failed: U_PARSE_ERROR
é1,234é 1: false to 1 Invalid UTF-8 offset: U_INVALID_CHAR_FOUND
é1,234é 2: 1234 to 7 U_ZERO_ERROR
é1,234é 3: false to 3 Number parsing failed: U_PARSE_ERROR
é1,234é 4: 234 to 7 U_ZERO_ERROR
é1,234é 5: 34 to 7 U_ZERO_ERROR
é1,234é 6: 4 to 7 U_ZERO_ERROR
é1,234é 7: false to 7 Number parsing failed: U_PARSE_ERROR
é1,234é 8: false to 8 Invalid UTF-8 offset: U_INVALID_CHAR_FOUND
é1,234é 9: false to 9 Number parsing failed: U_PARSE_ERROR
en_US €12 x: 12 EUR to 5, false to 0
en_US $1,234.5é: 1234.5 USD to 8, 1234.5 to 8
en_US EUR 5: false none to 3, false to 0
en_US usd5: 5 USD to 4, 5 to 4
en_US JPY5: 5 JPY to 4, false to 0
en_US ¥5: 5 JPY to 3, false to 0
en_US 5 €: false none to 1, false to 1
en_US 5€: false none to 4, false to 1
en_US -€5: -5 EUR to 5, false to 0
en_US 5.5.5: false none to 3, false to 3
en_US -5: false none to 0, false to 0
en_US x: false none to 0, false to 0
de_DE €12 x: false none to 5, false to 5
de_DE $1,234.5é: false none to 6, false to 0
de_DE EUR 5: false none to 3, false to 3
de_DE usd5: false none to 0, false to 0
de_DE JPY5: false none to 4, false to 0
de_DE ¥5: false none to 3, false to 0
de_DE 5 €: false none to 1, false to 1
de_DE 5€: false none to 4, false to 4
de_DE -€5: false none to 5, false to 5
de_DE 5.5.5: false none to 0, false to 0
de_DE -5: false none to 2, false to 2
de_DE x: false none to 0, false to 0
