--TEST--
A period of a subclass's dates gives PHP's own; restored properties are told of as when they are written
--FILE--
<?php
class D extends DateTime {}
class I extends DateTimeImmutable {}
foreach (['D', 'I', 'DateTime'] as $class) {
    $period = new DatePeriod(new $class('2020-01-01'), new DateInterval('P1D'), new $class('2020-01-02'));
    foreach ($period as $date) echo get_class($date), ' ', get_class($period->getStartDate()), ' ', get_class($period->end), "\n";
}
class Notes extends DateTime { function __set($name, $value) { echo "set $name\n"; } public $own; }
$notes = new Notes('2020-01-01');
$notes->own = 5;
unserialize(str_replace('"own"', '"owm"', serialize($notes)));
set_error_handler(function ($level, $message) { echo "$message\n"; });
$d = new D('2020-01-01');
$d->x = 1;
unserialize(serialize($d));
$interval = new DateInterval('P1D');
$interval->y = 1;
unserialize(serialize($interval));
?>
--EXPECT--
DateTime D D
DateTimeImmutable I I
DateTime DateTime DateTime
set owm
Creation of dynamic property D::$x is deprecated
Creation of dynamic property D::$x is deprecated
