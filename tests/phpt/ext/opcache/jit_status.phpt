--TEST--
Without compiling to machine code the status says that all of it is off
--EXTENSIONS--
opcache
--INI--
opcache.enable=1
opcache.enable_cli=1
opcache.jit=disable
--FILE--
<?php
var_dump(opcache_get_status(false)['jit']);
var_dump(opcache_jit_blacklist(fn () => 1), opcache_jit_blacklist(strlen(...)));
try {
    opcache_jit_blacklist('strlen');
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
array(7) {
  ["enabled"]=>
  bool(false)
  ["on"]=>
  bool(false)
  ["kind"]=>
  int(0)
  ["opt_level"]=>
  int(0)
  ["opt_flags"]=>
  int(0)
  ["buffer_size"]=>
  int(0)
  ["buffer_free"]=>
  int(0)
}
NULL
NULL
opcache_jit_blacklist(): Argument #1 ($closure) must be of type Closure, string given
