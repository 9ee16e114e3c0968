--TEST--
Offsets and local times of zones over the years, in any order
--EXTENSIONS--
date
--FILE--
<?php
foreach (['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/Sao_Paulo', 'Antarctica/Troll', 'UTC'] as $name) {
    $zone = new DateTimeZone($name);
    $there = $back = '';
    $moments = range(-2500000000, 6500000000, 2345678);
    foreach ($moments as $moment) {
        $there .= (new DateTimeImmutable("@$moment"))->setTimezone($zone)->format('c T I ');
    }
    foreach (array_reverse($moments) as $moment) {
        $back .= $zone->getOffset(new DateTime("@$moment")) . date_create(gmdate('Y-m-d H:i:s', $moment), $zone)->getTimestamp() . ' ';
    }
    echo "$name ", md5($there), ' ', md5($back), "\n";
}
foreach ([4102444799, 4133980799, 4133980800, 4150000000, 9999999999, 253402300799] as $moment) {
    echo date_create("@$moment")->setTimezone(new DateTimeZone('Europe/Paris'))->format('c T e'), "\n";
}
foreach (['est', 'CEST', 'utc', 'Z', 'x', 'nowhere', 'Europe/Nowhere', 'toolongabbreviation', '+01:00'] as $name) {
    try {
        $zone = new DateTimeZone($name);
        echo $zone->getName(), ' ', $zone->getOffset(new DateTime('@0')), "\n";
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
}
$now = new DateTime;
echo $now->getTimezone()->getName(), ' ', abs($now->getTimestamp() - time()) < 5 ? 'now' : 'not now', "\n";
var_dump(DateTime::getLastErrors(), (new DateTime('', new DateTimeZone('Asia/Tokyo')))->getOffset());
$day = new DateTimeImmutable('2024-03-31 01:30:00.75', new DateTimeZone('Europe/Berlin'));
$interval = new DateInterval('PT1H');
$interval->f = 0.5;
foreach ([$day->add($interval), $day->sub($interval), $day->modify('+1500 ms'), $day->modify('-900000 usec'), $day->setTime(2, 30), $day->setDate(2024, 10, 27)->setTime(2, 30)] as $result) {
    echo $result->format('Y-m-d H:i:s.u T'), "\n";
}
--EXPECT--
Europe/Berlin 853c8260e45c3913b8fb3f0e642c99d7 3589deec782678b97e977cb4c1ba520a
America/New_York 961c3d01e82a95e1f810c319fdaeed1e 735ca2f244a3f54df46c0179b8d776c1
Australia/Lord_Howe 7dae2e2572e21f712ac3d4c4f3127c13 cdf2d98b422c6c86f710118609ecf269
Asia/Kolkata dad4bd6e0bff587f9ff78d56af4407ca 29af1830625c914cea16fb8a3822d002
America/Sao_Paulo 11d070330f16cb1263c524f682802a60 87fe9da66a41839afb1e1d53f430f7e2
Antarctica/Troll 839df142af0a48485ae8128c7bfb3ad5 688e0bf538dbfdeec02065b08f9ba0aa
UTC 882123542a0d5dcfbf41b39ed9b712d9 89c86c6aa8f124a6cbb1b694d25a071c
2100-01-01T00:59:59+01:00 CET Europe/Paris
2101-01-01T00:59:59+01:00 CET Europe/Paris
2101-01-01T01:00:00+01:00 CET Europe/Paris
2101-07-05T11:46:40+02:00 CEST Europe/Paris
2286-11-20T18:46:39+01:00 CET Europe/Paris
10000-01-01T00:59:59+01:00 CET Europe/Paris
EST -18000
CEST 7200
UTC 0
Z 0
X -39600
DateTimeZone::__construct(): Unknown or bad timezone (nowhere)
DateTimeZone::__construct(): Unknown or bad timezone (Europe/Nowhere)
DateTimeZone::__construct(): Unknown or bad timezone (toolongabbreviation)
+01:00 3600
UTC now
bool(false)
int(32400)
2024-03-31 03:30:01.250000 CEST
2024-03-31 00:30:00.250000 CET
2024-03-31 01:30:02.250000 CET
2024-03-31 01:29:59.850000 CET
2024-03-31 03:30:00.000000 CEST
2024-10-27 02:30:00.000000 CEST
