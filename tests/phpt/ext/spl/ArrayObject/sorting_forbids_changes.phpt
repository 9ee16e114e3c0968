--TEST--
ArrayObject: sorting forbids changes
--FILE--
<?php
$o = new ArrayObject([2, 1]);
try {
    $o->uasort(function ($a, $b) use ($o) { $o[] = 1; return 0; });
} catch (Error $e) { echo $e->getMessage(), "\n"; }
var_dump(count($o));
--EXPECT--
Modification of ArrayObject during sorting is prohibited
int(2)
