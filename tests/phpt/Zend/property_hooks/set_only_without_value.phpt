--TEST--
A property with only a set hook shows what it stores
--FILE--
<?php
class C
{
    public string $a { set => $value; }
    public $b { set => $value; }
    public int $c { set { } }
}
$c = new C;
var_dump($c, get_object_vars($c), json_encode($c), (array) $c);
var_export($c);
?>
--EXPECT--
object(C)#1 (1) {
  ["a"]=>
  uninitialized(string)
  ["b"]=>
  NULL
}
array(2) {
  ["a"]=>
  NULL
  ["b"]=>
  NULL
}
string(19) "{"a":null,"b":null}"
array(1) {
  ["b"]=>
  NULL
}
\C::__set_state(array(
   'a' => NULL,
   'b' => NULL,
))
