--TEST--
What is written to the number of days is a property that nobody reads
--EXTENSIONS--
date
--FILE--
<?php
set_error_handler(function ($number, $text) { echo $text, "\n"; });
class Magic extends DateInterval {
    function __set($name, $value) { echo "set $name\n"; }
}
#[AllowDynamicProperties]
class Open extends DateInterval {}
$interval = (new DateTime('2020-01-01'))->diff(new DateTime('2020-03-01'));
$interval->days = 5;
var_dump($interval->days, isset($interval->days));
foreach (['Magic', 'Open'] as $class) {
    $interval = new $class('P1DT2H');
    $interval->days = -6;
    $interval->d = 3;
    var_dump($interval->days, $interval->d, $interval->format('%a %d'));
}
--EXPECT--
Creation of dynamic property DateInterval::$days is deprecated
int(60)
bool(true)
set days
bool(false)
int(3)
string(11) "(unknown) 3"
bool(false)
int(3)
string(11) "(unknown) 3"
