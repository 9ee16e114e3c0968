--TEST--
The key of ReflectionReference::fromArrayElement() is taken as it is
--FILE--
<?php
$value = 1;
$array = [&$value];
var_dump(ReflectionReference::fromArrayElement($array, 0) !== null);
try { ReflectionReference::fromArrayElement($array, '0'); } catch (ReflectionException $e) { echo $e->getMessage(), "\n"; }
try { (new ReflectionProperty('Exception', 'message'))->setValue('x'); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
--EXPECT--
bool(true)
Array key not found
ArgumentCountError: ReflectionProperty::setValue() expects exactly 2 arguments, 1 given
