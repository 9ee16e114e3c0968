--TEST--
The result of a nullsafe call may be returned and yielded where a reference is wanted
--FILE--
<?php
class A {
    public function value() { return 1; }
}
function &value($a) { return $a?->value(); }
function &each($a) { yield $a?->value(); }
var_dump(value(new A), value(null));
$a = new A;
foreach (each($a) as $value) {
    var_dump($value);
}
?>
--EXPECTF--

Notice: Only variable references should be returned by reference in %s on line 5

Notice: Only variable references should be returned by reference in %s on line 5
int(1)
NULL

Notice: Only variable references should be yielded by reference in %s on line 6
int(1)
