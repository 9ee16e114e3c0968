--TEST--
Returning a variable from evaluated or included code leaves the variable where it is
--FILE--
<?php
$text = str_repeat('a', 3);
$object = new stdClass;
foreach (['$text', '$object', '$text'] as $code) {
    $result = eval("return $code;");
    var_dump($result === $text || $result === $object, isset($text), isset($object));
}
$file = tempnam(sys_get_temp_dir(), 'return');
file_put_contents($file, '<?php $made = [1, 2]; return $made;');
var_dump(include $file, $made);
unlink($file);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(2)
}
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(2)
}
