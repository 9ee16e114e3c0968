<?php

$floats = [0.0, -0.0, 1.0, -1.5, 0.1, 0.1 + 0.2, 1 / 3, 1e15, 1e14, 123456789012345678.0, 1e21, 1e22, 1.5e-7, 1e-4, 0.00001, 1e100, -1e-100, PHP_FLOAT_MAX, PHP_FLOAT_MIN, PHP_FLOAT_EPSILON, 4.9E-324, INF, -INF, NAN, 100000.0, 1000000.0, 0.1 * 3, 1e16, 99999999999999.9, 999999999999999.9, 9007199254740993.0, 2.5, 3.0e0, 1.23e+5, 5e-324, 12345.678901234567];
foreach ($floats as $f) {
    echo $f, ' ';
    var_dump($f);
    var_export($f);
    echo ' ', json_encode(is_finite($f) ? $f : 0), ' ', serialize($f), ' ', print_r($f, true), "\n";
}
ini_set('precision', 17);
echo 0.1, ' ', 1 / 3, "\n";
ini_set('precision', -1);
echo 0.1, ' ', 1 / 3, "\n";
ini_set('precision', 5);
echo 123456.789, ' ', 0.000012345678, "\n";
ini_set('serialize_precision', 5);
var_dump(1 / 3);
echo json_encode(1 / 3), "\n";
