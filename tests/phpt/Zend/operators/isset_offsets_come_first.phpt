--TEST--
isset() and empty() evaluate all offsets before the first fetch
--FILE--
<?php
function i($k) { echo "offset $k\n"; return $k; }
class A implements ArrayAccess {
    function offsetGet($k): mixed { echo "get $k\n"; return $this; }
    function offsetExists($k): bool { echo "exists $k\n"; return true; }
    function offsetSet($k, $v): void {}
    function offsetUnset($k): void {}
    function __get($n) { echo "property $n\n"; return $this; }
    function __isset($n) { echo "isset $n\n"; return true; }
}
$a = new A;
$o = new stdClass;
var_dump(isset($a[i(1)][i(2)]), empty($a[1][i(2)]), isset($a->p[i(3)]), isset($a[i(4)]->p[i(5)]), empty($a[1][2][i(3)]));
foreach ([fn() => isset($o[1][i(6)]), fn() => empty($o[1][i(7)]), fn() => $o[1][i(8)] ?? 1, fn() => isset($o[i(9)][1])] as $f) {
    try {
        var_dump($f());
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
var_dump(isset($none[1][i(1)]), isset($none?->p[i(2)]), isset(i('text')[0][i(0)]));
--EXPECT--
offset 1
offset 2
exists 1
get 1
exists 2
offset 2
exists 1
get 1
exists 2
get 2
offset 3
isset p
property p
exists 3
offset 4
offset 5
exists 4
get 4
isset p
property p
exists 5
offset 3
exists 1
get 1
exists 2
get 2
exists 3
get 3
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
offset 6
Cannot use object of type stdClass as array
offset 7
Cannot use object of type stdClass as array
offset 8
Cannot use object of type stdClass as array
offset 9
Cannot use object of type stdClass as array
offset 1
offset text
offset 0
bool(false)
bool(false)
bool(true)
