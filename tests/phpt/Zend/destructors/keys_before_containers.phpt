--TEST--
Reading and testing elements of temporaries: the key goes before its container, and iterations have a number
--FILE--
<?php
class M implements ArrayAccess {
    function __construct(public $n) {}
    function __destruct() { echo "destruct $this->n\n"; }
    function offsetGet($k): mixed { return 1; }
    function offsetSet($k, $v): void {}
    function offsetExists($k): bool { return true; }
    function offsetUnset($k): void {}
}
(new M('container'))[new M('key')];
(new M('container'))[new M('key')] ?? 1;
isset((new M('container'))[new M('key')]);
empty((new M('container'))[new M('key')]);
function gen() { yield new stdClass; yield new stdClass; }
$a = iterator_to_array(gen());
echo spl_object_id($a[0]), ' ', spl_object_id($a[1]), "\n";
$b = [...gen()];
echo spl_object_id($b[0]), ' ', spl_object_id($b[1]), "\n";
--EXPECT--
destruct key
destruct container
destruct key
destruct container
destruct key
destruct container
destruct key
destruct container
3 4
5 6
