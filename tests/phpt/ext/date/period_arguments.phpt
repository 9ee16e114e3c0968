--TEST--
Arguments of DatePeriod's constructor are converted as those of other functions, and wrong ones are a TypeError
--FILE--
<?php
$start = new DateTime('2020-01-01');
$step = new DateInterval('P1D');
foreach ([[], [1.5], [$start], [$start, $step], [$start, $step, '3'], [$start, $step, 2.5], [$start, $step, null], [$start, $step, 3, null], [$start, $step, new DateTime('2020-01-05'), '1'], ['R4/2012-07-01T00:00:00Z/P7D', null], [1, 2, 3, 4, 5]] as $arguments) {
    try {
        echo count(iterator_to_array(new DatePeriod(...$arguments))), "\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
echo count(iterator_to_array(new DatePeriod(end: 3, interval: $step, start: $start))), "\n";
--EXPECTF--
TypeError: DatePeriod::__construct() accepts (DateTimeInterface, DateInterval, int [, int]), or (DateTimeInterface, DateInterval, DateTime [, int]), or (string [, int]) as arguments

Deprecated: Calling DatePeriod::__construct(string $isostr, int $options = 0) is deprecated, use DatePeriod::createFromISO8601String() instead in %s on line 6
DateMalformedPeriodStringException: Unknown or bad format (1.5)
TypeError: DatePeriod::__construct() accepts (DateTimeInterface, DateInterval, int [, int]), or (DateTimeInterface, DateInterval, DateTime [, int]), or (string [, int]) as arguments
TypeError: DatePeriod::__construct() accepts (DateTimeInterface, DateInterval, int [, int]), or (DateTimeInterface, DateInterval, DateTime [, int]), or (string [, int]) as arguments
4

Deprecated: Implicit conversion from float 2.5 to int loses precision in %s on line 6
3

Deprecated: DatePeriod::__construct(): Passing null to parameter #3 ($end) of type int is deprecated in %s on line 6
DateMalformedPeriodStringException: DatePeriod::__construct(): Recurrence count must be greater or equal to 1 and lower than 2147483640

Deprecated: DatePeriod::__construct(): Passing null to parameter #4 ($options) of type int is deprecated in %s on line 6
4
3

Deprecated: DatePeriod::__construct(): Passing null to parameter #2 ($interval) of type int is deprecated in %s on line 6

Deprecated: Calling DatePeriod::__construct(string $isostr, int $options = 0) is deprecated, use DatePeriod::createFromISO8601String() instead in %s on line 6
5
TypeError: DatePeriod::__construct() accepts (DateTimeInterface, DateInterval, int [, int]), or (DateTimeInterface, DateInterval, DateTime [, int]), or (string [, int]) as arguments
4
