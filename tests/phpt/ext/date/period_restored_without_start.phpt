--TEST--
A period without a start can be restored, but not walked
--FILE--
<?php
$period = DatePeriod::__set_state(['start' => null, 'end' => null, 'current' => null, 'interval' => new DateInterval('P1D'),
    'recurrences' => 1, 'include_start_date' => false, 'include_end_date' => false]);
var_dump($period->start, $period->recurrences, $period->getEndDate(), $period->getDateInterval()->d, $period->getRecurrences());
foreach ([fn() => $period->getStartDate(), fn() => $period->__serialize(), fn() => iterator_to_array($period)] as $call) {
    try { $call(); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
--EXPECT--
NULL
int(1)
NULL
int(1)
int(1)
DateObjectError: Object of type DatePeriod has not been correctly initialized by calling parent::__construct() in its constructor
DateObjectError: Object of type DatePeriod has not been correctly initialized by calling parent::__construct() in its constructor
DateObjectError: Object of type DatePeriod has not been correctly initialized by calling parent::__construct() in its constructor
