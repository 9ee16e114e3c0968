--TEST--
Reading what $GLOBALS does not have
--FILE--
<?php
var_dump($GLOBALS['nope'], $GLOBALS[5], $GLOBALS['nope'] ?? 'default', isset($GLOBALS['nope']));
$x = 1;
var_dump($GLOBALS['x']);
?>
--EXPECTF--

Warning: Undefined global variable $nope in %s on line 2

Warning: Undefined global variable $5 in %s on line 2
NULL
NULL
string(7) "default"
bool(false)
int(1)
