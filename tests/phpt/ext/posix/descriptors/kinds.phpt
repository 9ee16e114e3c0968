--TEST--
Descriptors are numbers or streams; what has none is said
--EXTENSIONS--
posix
--FILE--
<?php
foreach ([-1, PHP_INT_MAX, 'a', [], null, 1.5, fopen('php://memory', 'r')] as $descriptor) {
    foreach (['posix_isatty', 'posix_ttyname'] as $function) {
        var_dump($function($descriptor));
    }
    try {
        var_dump(posix_fpathconf($descriptor, 999));
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
foreach (["\0", ''] as $path) {
    foreach (['posix_access', 'posix_eaccess', 'posix_mkfifo'] as $function) {
        try {
            var_dump($function($path, 0));
        } catch (ValueError $e) {
            echo $e->getMessage(), "\n";
        }
    }
}
var_dump(posix_getpwnam("root\0x"), posix_getgrnam(''));
?>
--EXPECTF--
bool(false)

Warning: posix_ttyname(): Argument #1 ($file_descriptor) must be between 0 and 2147483647 in %s on line %d
bool(false)
bool(false)
bool(false)

Warning: posix_ttyname(): Argument #1 ($file_descriptor) must be between 0 and 2147483647 in %s on line %d
bool(false)
bool(false)

Warning: posix_isatty(): Argument #1 ($file_descriptor) must be of type int|resource, string given in %s on line %d
bool(false)

Warning: posix_ttyname(): Argument #1 ($file_descriptor) must be of type int|resource, string given in %s on line %d
bool(false)
posix_fpathconf(): Argument #1 ($file_descriptor) must be of type int|resource, string given

Warning: posix_isatty(): Argument #1 ($file_descriptor) must be of type int|resource, array given in %s on line %d
bool(false)

Warning: posix_ttyname(): Argument #1 ($file_descriptor) must be of type int|resource, array given in %s on line %d
bool(false)
posix_fpathconf(): Argument #1 ($file_descriptor) must be of type int|resource, array given

Deprecated: posix_isatty(): Passing null to parameter #1 ($file_descriptor) of type int is deprecated in %s on line %d
bool(false)

Deprecated: posix_ttyname(): Passing null to parameter #1 ($file_descriptor) of type int is deprecated in %s on line %d
bool(false)

Deprecated: posix_fpathconf(): Passing null to parameter #1 ($file_descriptor) of type int is deprecated in %s on line %d
bool(false)

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line %d
bool(false)

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line %d
bool(false)

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line %d
bool(false)

Warning: posix_isatty(): Could not use stream of type 'MEMORY' in %s on line %d
bool(false)

Warning: posix_ttyname(): Could not use stream of type 'MEMORY' in %s on line %d
bool(false)

Warning: posix_fpathconf(): Could not use stream of type 'MEMORY' in %s on line %d
bool(false)
posix_access(): Argument #1 ($filename) must not contain any null bytes
posix_eaccess(): Argument #1 ($filename) must not contain any null bytes
posix_mkfifo(): Argument #1 ($filename) must not contain any null bytes
bool(false)
posix_eaccess(): Argument #1 ($filename) must not be empty
bool(false)
array(7) {
  ["name"]=>
  string(4) "root"
  ["passwd"]=>
  string(1) "x"
  ["uid"]=>
  int(0)
  ["gid"]=>
  int(0)
  ["gecos"]=>
  string(4) "root"
  ["dir"]=>
  string(5) "/root"
  ["shell"]=>
  string(9) "/bin/bash"
}
bool(false)
