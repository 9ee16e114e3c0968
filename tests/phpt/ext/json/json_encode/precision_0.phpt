--TEST--
With a precision of 0 whole numbers of one digit have an exponent
--INI--
serialize_precision=0
--FILE--
<?php
echo json_encode([0.0, -0.0, 2.5, 0.25, 10.0, 1 / 3, -7.0, 1e25]), "\n";
echo json_encode([0.0, -0.0, 2.5, 0.25, 10.0, 1 / 3, -7.0, 1e25], JSON_PRESERVE_ZERO_FRACTION), "\n";
--EXPECT--
[0.0e+0,-0.0e+0,2.0e+0,0.2,1.0e+1,0.3,-7.0e+0,1.0e+25]
[0.0e+0,-0.0e+0,2.0e+0,0.2,1.0e+1,0.3,-7.0e+0,1.0e+25]
