--TEST--
Durations with 12 digits a number, and dates as durations
--FILE--
<?php
foreach (['P3000000000D', 'P999999999999W', 'P9999999999999D', 'P2021-13-01T00:00:00', 'P2021-12-32T00:00:00', 'P2021-12-31T24:59:59', 'P2021-12-31T25:00:00', 'P2021-12-31T00:60:00', ' P1D ', "P1D\0", 'P1 D'] as $text) {
    try {
        $interval = new DateInterval($text);
        echo json_encode($text), $interval->format(' %y %m %d %h %i %s '), $interval->d, "\n";
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
}
--EXPECT--
"P3000000000D" 0 0 -1294967296 0 0 0 3000000000
"P999999999999W" 0 0 -796692487 0 0 0 6999999999993
Unknown or bad format (P9999999999999D)
Unknown or bad format (P2021-13-01T00:00:00)
Unknown or bad format (P2021-12-32T00:00:00)
"P2021-12-31T24:59:59" 2021 12 31 24 59 59 31
Unknown or bad format (P2021-12-31T25:00:00)
Unknown or bad format (P2021-12-31T00:60:00)
" P1D " 0 0 1 0 0 0 1
"P1D\u0000" 0 0 1 0 0 0 1
Unknown or bad format (P1 D)
