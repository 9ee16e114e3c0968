--TEST--
IntlDateFormatter takes the locale C
--EXTENSIONS--
intl
--FILE--
<?php
// The locale's name as setlocale() gives it.
$formatter = new IntlDateFormatter('C', IntlDateFormatter::FULL, IntlDateFormatter::NONE, 'UTC');
var_dump($formatter->format(86400), $formatter->getLocale(Locale::VALID_LOCALE));
foreach (['c', 'POSIX', 'C_US'] as $locale) {
    try {
        new IntlDateFormatter($locale, 0, 0);
    } catch (ValueError $e) {
        echo $e->getMessage(), "\n";
    }
}
--EXPECT--
string(23) "Friday, January 2, 1970"
string(11) "en_US_POSIX"
IntlDateFormatter::__construct(): Argument #1 ($locale) "c" is invalid
IntlDateFormatter::__construct(): Argument #1 ($locale) "POSIX" is invalid
IntlDateFormatter::__construct(): Argument #1 ($locale) "C_US" is invalid
