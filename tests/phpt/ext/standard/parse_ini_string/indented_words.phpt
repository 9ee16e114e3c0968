--TEST--
parse_ini_string(): words with a meaning as indented names
--FILE--
<?php
foreach ([" true = 1", "  null=2\n  on = off", " yes = no ; c", "truex = 1", "x y = 2", "  x  y  = 2"] as $ini) {
    echo json_encode(parse_ini_string($ini)), json_encode(parse_ini_string($ini, false, INI_SCANNER_RAW)), json_encode(parse_ini_string($ini, false, INI_SCANNER_TYPED)), "\n";
}
--EXPECT--
{"true":"1"}{"true":"1"}{"true":1}
{"null":"2","on":""}{"null":"2","on":"off"}{"null":2,"on":false}
{"yes":""}{"yes":"no"}{"yes":false}
{"truex":"1"}{"truex":"1"}{"truex":1}
{"x y":"2"}{"x y":"2"}{"x y":2}
{"x  y":"2"}{"x  y":"2"}{"x  y":2}
