--TEST--
ResourceBundle reads ICU's own data
--EXTENSIONS--
intl
--FILE--
<?php
$root = ResourceBundle::create('root', 'ICUDATA', false);
var_dump($root->get('Version'), count($root), count(ResourceBundle::getLocales('')) === count(IntlCalendar::getAvailableLocales()));
foreach ($root['calendar']['gregorian'] as $key => $value) {
    echo $key, ' ', is_object($value) ? count($value) : $value, "\n";
}
$german = ResourceBundle::create('de_AT', 'ICUDATA-curr');
var_dump($german['Currencies']['EUR'][1], $german->get('Currencies')->get('XYZ'), intl_get_error_message());
var_dump(ResourceBundle::create('de', 'ICUDATA-region')['Countries']['FR']);
var_dump(ResourceBundle::create('xx', null, false), intl_get_error_message());
var_dump(ResourceBundle::create('en', 'ICUDATA-none'), ResourceBundle::getLocales('ICUDATA-none'), in_array('de_AT', ResourceBundle::getLocales('ICUDATA-curr')));
--EXPECT--
string(2) "46"
int(17)
bool(true)
AmPmMarkersAbbr 2
AmPmMarkersAbbr 2
AmPmMarkersAbbr 2
DateTimePatterns 13
DateTimeSkeletons 8
appendItems 11
availableFormats 47
dayNames 2
eras 3
intervalFormats 33
monthNames 2
quarters 2
string(4) "Euro"
NULL
string(60) "Cannot load resource element 'XYZ': U_MISSING_RESOURCE_ERROR"
string(10) "Frankreich"
NULL
string(81) "resourcebundle_ctor: Cannot load libICU resource bundle: U_MISSING_RESOURCE_ERROR"
NULL
bool(false)
bool(false)
