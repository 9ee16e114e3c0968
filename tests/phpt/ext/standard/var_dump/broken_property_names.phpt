--TEST--
var_dump, print_r and var_export tell of names of properties that begin with NUL and name no class
--FILE--
<?php
set_error_handler(function ($level, $message) { echo "[$message]\n"; return true; });
$object = (object) ["\0ef" => 1, "\0*x" => 2, "\0" => 3];
ob_start();
var_dump($object);
print_r($object);
var_export($object);
echo addcslashes(ob_get_clean(), "\0"), "\n";
--EXPECT--
object(stdClass)#2 (3) {
[Corrupt member variable name]
  ["\000ef"]=>
  int(1)
[Corrupt member variable name]
  ["\000*x"]=>
  int(2)
[Illegal member variable name]
  ["\000"]=>
  int(3)
}
[Corrupt member variable name]
[Corrupt member variable name]
[Illegal member variable name]
stdClass Object
(
    [\000ef] => 1
    [\000*x] => 2
    [\000] => 3
)
[Corrupt member variable name]
[Corrupt member variable name]
[Illegal member variable name]
(object) array(
   '\000ef' => 1,
   '\000*x' => 2,
   '\000' => 3,
)
