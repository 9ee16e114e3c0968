--TEST--
NumberFormatter reads numbers in words as far as they go
--EXTENSIONS--
intl
--FILE--
<?php
foreach (['en_GB', 'de_DE', 'fr_FR', 'pl_PL', 'ja_JP', 'ar_EG'] as $locale) {
    $format = new NumberFormatter($locale, NumberFormatter::SPELLOUT);
    foreach ([0, 1, 13, 21, 80, 95, 123, 1001, 1234567, -3] as $number) {
        echo $locale, ' ', json_encode($format->parse($format->format($number))), "\n";
    }
}
$format = new NumberFormatter('en_GB', NumberFormatter::SPELLOUT);
foreach (['five apples', 'one hundred', 'x', 'six hundred and six', 'two point five'] as $text) {
    $at = 0;
    echo $text, ': ', json_encode(@$format->parse($text, NumberFormatter::TYPE_DOUBLE, $at)), ' to ', $at, "\n";
}
--EXPECT--
en_GB 0
en_GB 1
en_GB 13
en_GB 21
en_GB 80
en_GB 95
en_GB 123
en_GB 1001
en_GB 1234567
en_GB -3
de_DE 0
de_DE 1
de_DE 13
de_DE 21
de_DE 80
de_DE 95
de_DE 123
de_DE 1001
de_DE 1234567
de_DE -3
fr_FR 0
fr_FR 1
fr_FR 13
fr_FR 21
fr_FR 80
fr_FR 95
fr_FR 123
fr_FR 1001
fr_FR 1234567
fr_FR -3
pl_PL 0
pl_PL 1
pl_PL 13
pl_PL 21
pl_PL 80
pl_PL 95
pl_PL 123
pl_PL 1001
pl_PL 1234567
pl_PL -3
ja_JP 0
ja_JP 1
ja_JP 13
ja_JP 21
ja_JP 80
ja_JP 95
ja_JP 123
ja_JP 1001
ja_JP 1234567
ja_JP -3
ar_EG 0
ar_EG 1
ar_EG 13
ar_EG 21
ar_EG 80
ar_EG 95
ar_EG 123
ar_EG 1001
ar_EG 1234567
ar_EG -3
five apples: 5 to 4
one hundred: 100 to 11
x: false to 0
six hundred and six: 606 to 19
two point five: 2.5 to 14
