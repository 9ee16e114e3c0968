--TEST--
ArrayObject: overridden accessors
--FILE--
<?php
class L extends ArrayObject {
    function offsetGet($k): mixed { echo "get $k\n"; return parent::offsetGet($k); }
    function offsetSet($k, $v): void { echo "set ", var_export($k, true), "\n"; parent::offsetSet($k, $v); }
    function offsetExists($k): bool { echo "exists $k\n"; return parent::offsetExists($k); }
    function offsetUnset($k): void { echo "unset $k\n"; parent::offsetUnset($k); }
}
$l = new L;
$l["a"] = 1;
$l[] = 2;
$l->append(3);
var_dump($l["a"], isset($l["a"]), empty($l["a"]));
unset($l["a"]);
var_dump(count($l));
--EXPECT--
set 'a'
set NULL
set NULL
get a
exists a
exists a
get a
int(1)
bool(true)
bool(false)
unset a
int(2)
