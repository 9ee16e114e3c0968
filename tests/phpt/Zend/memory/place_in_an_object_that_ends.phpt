--TEST--
A place in an object that ends while the place is found
--FILE--
<?php
// What the property is in ends while its place is found: what follows works on a copy.
class I { function __destruct() {} }
set_error_handler(function () { set_error_handler(function () { $GLOBALS['o3'] = null; }); });
$o3 = new I;
$o3->q[]--;
$o3 = null;
echo "ok\n";
--EXPECT--
ok
