--TEST--
A class that cannot be unserialized is told first, then a damaged inner type
--EXTENSIONS--
igbinary
--FILE--
<?php
enum E { case X; } abstract class Ab {} class U { function __unserialize(array $d): void {} function __destruct() { echo '~'; } } class D { function __destruct() { echo '~D'; } }
foreach (['D', 'E', 'Ab', 'Closure', 'Nope', 'stdClass', 'Iterator', 'SplFileInfo'] as $c) foreach (["\x08", "\x14\x00", "\x14\x01", "\x1d", ''] as $inner) { $t = "\0\0\0\2\x17" . chr(strlen($c)) . $c . $inner; echo bin2hex($t), ' '; try { var_dump(igbinary_unserialize($t)); } catch (Throwable $e) { echo get_class($e), ' ', $e->getMessage(), "\n"; } }
--EXPECTF--
0000000217014408 
Warning: igbinary_unserialize_object: unknown object inner type '08', position 8 in %s on line 3
NULL
000000021701441400 object(D)#1 (0) {
}
~D000000021701441401 
Warning: igbinary_unserialize_object_properties: data size 0 smaller that requested array length 1. in %s on line 3
~DNULL
000000021701441d 
Warning: Class D has no unserializer in %s on line 3
NULL
00000002170144 
Warning: igbinary_unserialize_object: end-of-data in %s on line 3
NULL
0000000217014508 
Warning: igbinary_unserialize_object: unknown object inner type '08', position 8 in %s on line 3
NULL
000000021701451400 
Notice: igbinary_unserialize(): igbinary unable to create object for class entry in %s on line 3
Error Cannot instantiate enum E
000000021701451401 
Notice: igbinary_unserialize(): igbinary unable to create object for class entry in %s on line 3
Error Cannot instantiate enum E
000000021701451d 
Warning: Class E has no unserializer in %s on line 3
NULL
00000002170145 
Warning: igbinary_unserialize_object: end-of-data in %s on line 3
NULL
000000021702416208 
Warning: igbinary_unserialize_object: unknown object inner type '08', position 9 in %s on line 3
NULL
00000002170241621400 
Notice: igbinary_unserialize(): igbinary unable to create object for class entry in %s on line 3
Error Cannot instantiate abstract class Ab
00000002170241621401 
Notice: igbinary_unserialize(): igbinary unable to create object for class entry in %s on line 3
Error Cannot instantiate abstract class Ab
00000002170241621d 
Warning: Class Ab has no unserializer in %s on line 3
NULL
0000000217024162 
Warning: igbinary_unserialize_object: end-of-data in %s on line 3
NULL
000000021707436c6f7375726508 Exception Unserialization of 'Closure' is not allowed
000000021707436c6f737572651400 Exception Unserialization of 'Closure' is not allowed
000000021707436c6f737572651401 Exception Unserialization of 'Closure' is not allowed
000000021707436c6f737572651d Exception Unserialization of 'Closure' is not allowed
000000021707436c6f73757265 Exception Unserialization of 'Closure' is not allowed
0000000217044e6f706508 
Warning: igbinary_unserialize_object: unknown object inner type '08', position 11 in %s on line 3
NULL
0000000217044e6f70651400 object(__PHP_Incomplete_Class)#2 (1) {
  ["__PHP_Incomplete_Class_Name"]=>
  string(4) "Nope"
}
0000000217044e6f70651401 
Warning: igbinary_unserialize_object_properties: data size 0 smaller that requested array length 1. in %s on line 3
NULL
0000000217044e6f70651d 
Warning: Class __PHP_Incomplete_Class has no unserializer in %s on line 3
NULL
0000000217044e6f7065 
Warning: igbinary_unserialize_object: end-of-data in %s on line 3
NULL
000000021708737464436c61737308 
Warning: igbinary_unserialize_object: unknown object inner type '08', position 15 in %s on line 3
NULL
000000021708737464436c6173731400 object(stdClass)#2 (0) {
}
000000021708737464436c6173731401 
Warning: igbinary_unserialize_object_properties: data size 0 smaller that requested array length 1. in %s on line 3
NULL
000000021708737464436c6173731d 
Warning: Class stdClass has no unserializer in %s on line 3
NULL
000000021708737464436c617373 
Warning: igbinary_unserialize_object: end-of-data in %s on line 3
NULL
0000000217084974657261746f7208 
Warning: igbinary_unserialize_object: unknown object inner type '08', position 15 in %s on line 3
NULL
0000000217084974657261746f721400 
Notice: igbinary_unserialize(): igbinary unable to create object for class entry in %s on line 3
Error Cannot instantiate interface Iterator
0000000217084974657261746f721401 
Notice: igbinary_unserialize(): igbinary unable to create object for class entry in %s on line 3
Error Cannot instantiate interface Iterator
0000000217084974657261746f721d 
Warning: Class Iterator has no unserializer in %s on line 3
NULL
0000000217084974657261746f72 
Warning: igbinary_unserialize_object: end-of-data in %s on line 3
NULL
00000002170b53706c46696c65496e666f08 Exception Unserialization of 'SplFileInfo' is not allowed
00000002170b53706c46696c65496e666f1400 Exception Unserialization of 'SplFileInfo' is not allowed
00000002170b53706c46696c65496e666f1401 Exception Unserialization of 'SplFileInfo' is not allowed
00000002170b53706c46696c65496e666f1d Exception Unserialization of 'SplFileInfo' is not allowed
00000002170b53706c46696c65496e666f Exception Unserialization of 'SplFileInfo' is not allowed
