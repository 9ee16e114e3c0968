--TEST--
A date_string says what an interval is, whatever else is there
--FILE--
<?php
foreach ([['date_string' => '1 day'], ['from_string' => false, 'date_string' => '2 weeks', 'd' => 5], ['from_string' => true],
    ['date_string' => 5, 'd' => 3], ['date_string' => '2023-01-16-foobar$*']] as $properties) {
    try {
        $interval = DateInterval::__set_state($properties);
        echo json_encode($interval), ' ', $interval->format('%d'), "\n";
    } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
--EXPECT--
{"from_string":true,"date_string":"1 day"} 1
{"from_string":true,"date_string":"2 weeks"} 14
{"y":-1,"m":-1,"d":-1,"h":-1,"i":-1,"s":-1,"f":0,"invert":0,"days":-1,"from_string":false} -1
{"y":-1,"m":-1,"d":3,"h":-1,"i":-1,"s":-1,"f":0,"invert":0,"days":-1,"from_string":false} 3
Error: Unknown or bad format (2023-01-16-foobar$*) at position 10 (-) while unserializing: Unexpected character
