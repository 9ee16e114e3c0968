--TEST--
An error handler drops the object whose dynamic property is being created
--FILE--
<?php
class P {}
set_error_handler(function () {
    global $a, $k;
    if ($a) { $a = null; return true; }
    for ($l = 1; $l < 90; $l++) for ($i = 0; $i < 20; $i++) $k[] = str_repeat("\x07\x41AAAAAA", $l);
    return true;
});
$a = new P;
$a->dyn[$undef]['y'] = 1;
var_dump($a);
echo count($k ?? []) % 1780, "\n";
--EXPECTF--
Fatal error: Uncaught Error: Cannot create dynamic property P::$dyn in %s:10
Stack trace:
#0 {main}
  thrown in %s on line 10
