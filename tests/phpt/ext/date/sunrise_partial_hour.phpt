--TEST--
Zones whose offset is no whole hour
--FILE--
<?php
foreach (['Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Adelaide', 'Europe/Paris'] as $zone) {
    date_default_timezone_set($zone);
    echo $zone, ' ', @date_sunrise(1739059200, SUNFUNCS_RET_STRING, 22.57, 88.36), ' ',
        @date_sunset(1739059200, SUNFUNCS_RET_STRING, 22.57, 88.36), "\n";
}
--EXPECT--
Asia/Kolkata 06:10 17:30
Asia/Kathmandu 06:10 17:30
Australia/Adelaide 10:10 21:30
Europe/Paris 01:40 13:00
