--TEST--
Relative times and meridians without a space
--FILE--
<?php
date_default_timezone_set('UTC');
$now = mktime(13, 45, 0, 10, 4, 2010);
foreach (['-1day', '+1week', '-2hours', '1day', '-1day -1day', '+2weekdays', '10am', '10:30pm', 'noon -1hour', 'tomorrow 3am', '2001-12-15T02:59:43.1Z', '2018-10-03T10:00:00.000Z', '2018-10-03T10:00:00.5+02:00', '@86400', '10 September 2000 -1day'] as $text) {
    $time = strtotime($text, $now);
    echo $text, ' => ', $time === false ? 'false' : date('c', $time), "\n";
}
foreach (new DatePeriod(new DateTime('2017-01-01'), new DateInterval('P1D'), 2, DatePeriod::EXCLUDE_START_DATE) as $key => $day) {
    echo $key, ' ', $day->format('m-d'), "\n";
}
--EXPECT--
-1day => 2010-10-03T13:45:00+00:00
+1week => 2010-10-11T13:45:00+00:00
-2hours => 2010-10-04T11:45:00+00:00
1day => 2010-10-05T13:45:00+00:00
-1day -1day => 2010-10-02T13:45:00+00:00
+2weekdays => 2010-10-06T13:45:00+00:00
10am => 2010-10-04T10:00:00+00:00
10:30pm => 2010-10-04T22:30:00+00:00
noon -1hour => 2010-10-04T11:00:00+00:00
tomorrow 3am => 2010-10-05T03:00:00+00:00
2001-12-15T02:59:43.1Z => 2001-12-15T02:59:43+00:00
2018-10-03T10:00:00.000Z => 2018-10-03T10:00:00+00:00
2018-10-03T10:00:00.5+02:00 => 2018-10-03T08:00:00+00:00
@86400 => 1970-01-02T00:00:00+00:00
10 September 2000 -1day => 2000-09-09T00:00:00+00:00
0 01-02
1 01-03
