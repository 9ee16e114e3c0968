--TEST--
A pattern with references fetches an element before it looks at where it goes
--FILE--
<?php
function place($n) { echo "place $n\n"; global $object; return $object; }
function fails() { throw new Exception('no place'); }
class Read implements ArrayAccess {
    function offsetGet($k): mixed { echo "get $k\n"; return $k; }
    function offsetExists($k): bool { return true; }
    function offsetSet($k, $v): void {}
    function offsetUnset($k): void {}
}
$object = new stdClass;
$a = [1, 2, 3];
try {
    [&fails()->p, $x] = $a['x'];
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
var_dump($a);
$b = [1, [2, 3], 4];
[&place(1)->p, [place(2)->q, &place(3)->r], place(4)->s] = $b;
$object->p = 'written';
$object->r = 'as well';
var_dump($b, $object);
try {
    [&$y, fails()->p] = $none;
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
var_dump($none);
$read = new Read;
try {
    [place(5)->t, &place(6)->u] = $read;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
foreach ([[1, 2]] as [&$object->v, place(7)->w]) {
    var_dump($object->v, $object->w);
}
--EXPECTF--
no place
array(4) {
  [0]=>
  int(1)
  [1]=>
  int(2)
  [2]=>
  int(3)
  ["x"]=>
  array(1) {
    [0]=>
    NULL
  }
}
place 1
place 2
place 3
place 4
array(3) {
  [0]=>
  &string(7) "written"
  [1]=>
  array(2) {
    [0]=>
    int(2)
    [1]=>
    &string(7) "as well"
  }
  [2]=>
  int(4)
}
object(stdClass)#1 (4) {
  ["p"]=>
  &string(7) "written"
  ["q"]=>
  int(2)
  ["r"]=>
  &string(7) "as well"
  ["s"]=>
  int(4)
}

Warning: Undefined array key 1 in %s on line 24
no place
array(1) {
  [0]=>
  &NULL
}
get 0
place 5
get 1

Notice: Indirect modification of overloaded element of Read has no effect in %s on line 31
place 6
place 7
int(1)
int(2)
