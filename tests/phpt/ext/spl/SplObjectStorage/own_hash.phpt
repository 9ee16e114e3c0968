--TEST--
SplObjectStorage: own hash
--FILE--
<?php
class H extends SplObjectStorage { function getHash($o): string { return get_class($o); } }
$h = new H;
$h[new stdClass] = 1;
$h[new stdClass] = 2;
$h[new ArrayObject] = 3;
var_dump(count($h), $h[new stdClass]);
--EXPECT--
int(2)
int(2)
