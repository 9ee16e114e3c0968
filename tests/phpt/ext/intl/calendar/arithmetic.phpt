--TEST--
Adding to the fields of calendars
--EXTENSIONS--
intl
--FILE--
<?php
foreach (['gregorian', 'buddhist', 'hebrew', 'persian', 'coptic', 'islamic-civil'] as $kind) {
    $calendar = IntlCalendar::createInstance('UTC', "en_US@calendar=$kind");
    $calendar->setTime(1706659200000);
    foreach ([IntlCalendar::FIELD_MONTH, IntlCalendar::FIELD_YEAR, IntlCalendar::FIELD_DATE] as $field) {
        $calendar->add($field, 1);
        echo $kind, ' ', $calendar->get(IntlCalendar::FIELD_YEAR), '-', $calendar->get(IntlCalendar::FIELD_MONTH), '-', $calendar->get(IntlCalendar::FIELD_DATE), ' ', $calendar->getTime(), "\n";
    }
}
?>
--EXPECT--
gregorian 2024-1-29 1709164800000
gregorian 2025-1-28 1740700800000
gregorian 2025-2-1 1740787200000
buddhist 2567-1-29 1709164800000
buddhist 2568-1-28 1740700800000
buddhist 2568-2-1 1740787200000
hebrew 5784-5-21 1709251200000
hebrew 5785-6-21 1742515200000
hebrew 5785-6-22 1742601600000
persian 1402-11-11 1709251200000
persian 1403-11-11 1740787200000
persian 1403-11-12 1740873600000
coptic 1740-5-22 1709251200000
coptic 1741-5-22 1740787200000
coptic 1741-5-23 1740873600000
islamic-civil 1445-7-20 1709251200000
islamic-civil 1446-7-20 1739923200000
islamic-civil 1446-7-21 1740009600000
