--TEST--
foreach by reference over a variable that becomes an object
--FILE--
<?php
$a = [1, 2];
foreach ($a as $k => &$v) {
    if ($k === 0) {
        $a = (object) ['x' => 3, 'y' => 4];
    }
    echo $k, ' => ', $v++, "\n";
}
unset($v);
var_dump($a);
foreach ([new stdClass, new ArrayIterator([5, 6])] as $object) {
    $a = [1, 2];
    foreach ($a as &$w) {
        $a = $object;
        var_dump($w);
    }
    unset($w);
}
--EXPECT--
0 => 1
x => 3
y => 4
object(stdClass)#1 (2) {
  ["x"]=>
  int(4)
  ["y"]=>
  int(5)
}
int(1)
int(1)
