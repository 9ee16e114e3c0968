<?php

date_default_timezone_set('UTC');
$t = 1700000000;
echo date('Y-m-d H:i:s D N jS z t L W o y n G g A a U u v e T P O c r B I S', $t), "\n";
echo date(DATE_ATOM, $t), ' ', gmdate('D, d M Y H:i:s', $t), " GMT\n";
echo mktime(12, 30, 0, 6, 15, 2020), ' ', gmmktime(0, 0, 0, 1, 1, 2000), ' ', mktime(0, 0, 0, 13, 32, 2020), "\n";
foreach (['2024-02-29', '2024-02-30', '1 January 2020', '2020-01-01 +1 week', 'last day of february 2023', '@86400', '2021-06-15T10:20:30Z', '2021-06-15 10:20:30+02:00', 'first monday of january 2022', 'garbage', '10 September 2000 UTC', '2000-01-01 noon', 'yesterday 2020'] as $s) {
    $x = strtotime($s, $t);
    echo $s, ' => ', $x === false ? 'false' : date('Y-m-d H:i:s', $x), "\n";
}
var_dump(checkdate(2, 29, 2023), checkdate(2, 29, 2024), idate('Y', $t));
$d = new DateTime('2024-01-31 10:00:00', new DateTimeZone('UTC'));
echo $d->format('Y-m-d'), ' ', $d->modify('+1 month')->format('Y-m-d'), ' ', $d->getTimestamp(), "\n";
$i = new DateTimeImmutable('2024-03-10 12:00', new DateTimeZone('Europe/Berlin'));
echo $i->format(DATE_RFC2822), ' ', $i->add(new DateInterval('P1M2DT3H'))->format('c'), ' ', $i->sub(new DateInterval('P1Y'))->format('c'), ' ', $i->setTimezone(new DateTimeZone('America/New_York'))->format('c T'), "\n";
$diff = (new DateTime('2020-02-29'))->diff(new DateTime('2024-03-01 12:30'));
echo $diff->format('%R %y %m %d %h %i %s %a'), ' ', $diff->days, "\n";
foreach (new DatePeriod(new DateTime('2024-01-01'), new DateInterval('P1D'), 3) as $day) {
    echo $day->format('D '), '';
}
echo "\n";
print_r(date_parse('2006-12-12 10:00:00.5'));
var_dump(DateTime::createFromFormat('d/m/Y H:i', '15/08/2022 14:30')->format('c'), DateTime::createFromFormat('Y-m-d', '2021-13-45') instanceof DateTime, DateTime::createFromFormat('Y-m-d', 'x'));
var_dump(new DateTime('2020-01-01 00:00:00', new DateTimeZone('UTC')), new DateInterval('P1DT2H'), new DateTimeZone('Europe/Paris'));
var_dump(new DateTime('2020-01-01') < new DateTimeImmutable('2020-01-02'), (new DateTime('2020-01-01')) == (new DateTimeImmutable('2020-01-01')));
print_r(getdate($t));
echo json_encode(new DateTime('2020-01-01')), "\n";
var_dump(date_default_timezone_get(), (new DateTimeZone('Europe/Berlin'))->getOffset(new DateTime('2024-07-01')), timezone_name_from_abbr('CET'));
echo date('D, d M Y', strtotime('monday next week', $t)), ' ', date('N', $t), "\n";
try {
    new DateTime('not a date');
} catch (Exception $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
try {
    new DateInterval('bad');
} catch (Exception $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
