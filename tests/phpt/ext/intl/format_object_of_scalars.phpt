--TEST--
Values that are no objects are refused by their type
--EXTENSIONS--
intl
--FILE--
<?php
foreach (['a', 1, null, []] as $value) {
    try { datefmt_format_object($value); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
    try { IntlDateFormatter::formatObject($value); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
try { @intlcal_set(IntlCalendar::createInstance('UTC', 'en'), 2020, 1, 2, 3); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
datefmt_format_object(): Argument #1 ($datetime) must be of type object, string given
IntlDateFormatter::formatObject(): Argument #1 ($datetime) must be of type object, string given
datefmt_format_object(): Argument #1 ($datetime) must be of type object, int given
IntlDateFormatter::formatObject(): Argument #1 ($datetime) must be of type object, int given
datefmt_format_object(): Argument #1 ($datetime) must be of type object, null given
IntlDateFormatter::formatObject(): Argument #1 ($datetime) must be of type object, null given
datefmt_format_object(): Argument #1 ($datetime) must be of type object, array given
IntlDateFormatter::formatObject(): Argument #1 ($datetime) must be of type object, array given
IntlCalendar::set() has no variant with exactly 4 parameters
