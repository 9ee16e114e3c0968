--TEST--
Functions and closures have no promoted parameters
--FILE--
<?php
$f = fn(protected $x) => 1;
?>
--EXPECTF--
Fatal error: Cannot declare promoted property outside a constructor in %s on line 2
