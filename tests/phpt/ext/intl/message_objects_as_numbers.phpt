--TEST--
Objects as numbers are warned about
--EXTENSIONS--
intl
--FILE--
<?php
foreach (['{0,number}', '{0,number,integer}', '{0,plural,one{one}other{#}}'] as $pattern) {
    var_dump(MessageFormatter::formatMessage('en', $pattern, [new stdClass]));
}
$calendar = IntlCalendar::createInstance('UTC', 'en');
foreach ([IntlCalendar::FIELD_ZONE_OFFSET, IntlCalendar::FIELD_DST_OFFSET] as $field) {
    echo $calendar->getMinimum($field), ' ', $calendar->getGreatestMinimum($field), ' ', $calendar->getLeastMaximum($field), ' ', $calendar->getMaximum($field), "\n";
}
--EXPECTF--

Warning: Object of class stdClass could not be converted to float in %s on line 3
string(1) "1"

Warning: Object of class stdClass could not be converted to int in %s on line 3
string(1) "1"

Warning: Object of class stdClass could not be converted to float in %s on line 3
string(3) "one"
-86400000 -57600000 43200000 108000000
-3600000 -3600000 7200000 7200000
