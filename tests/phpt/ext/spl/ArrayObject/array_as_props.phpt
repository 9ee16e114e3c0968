--TEST--
ArrayObject: array as props
--FILE--
<?php
class X extends ArrayObject { public $own = 1; }
$x = new X([], ArrayObject::ARRAY_AS_PROPS);
$x->own = 2;
$x->list = [];
$x->list[] = 7;
var_dump($x, isset($x->list), isset($x->nope));
unset($x->list);
var_dump(count($x));
--EXPECT--
object(X)#1 (2) {
  ["own"]=>
  int(2)
  ["storage":"ArrayObject":private]=>
  array(1) {
    ["list"]=>
    array(1) {
      [0]=>
      int(7)
    }
  }
}
bool(true)
bool(false)
int(0)
