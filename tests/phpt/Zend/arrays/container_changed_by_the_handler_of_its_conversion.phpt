--TEST--
A handler that is told of a conversion to an array puts something else there
--FILE--
<?php
$x0 = false;
$x1 = &$a0;
$a0 = false;
set_error_handler(function () { $GLOBALS['a0'] = false; });
try { $x1[] = &$x0[]; } catch (Error) {}
echo "ok\n";
--EXPECT--
ok
