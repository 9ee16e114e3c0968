--TEST--
apcu_store and apcu_add: one value or several, and keys that are no strings
--EXTENSIONS--
apcu
--INI--
apc.enable_cli=1
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
var_dump(apcu_enabled(), apcu_store('a', 1), apcu_store(['x' => 1, 'y' => [2]]), apcu_add('a', 2), apcu_add(['a' => 1, 'q' => 2]));
var_dump(apcu_fetch('a'), apcu_fetch(['x', 'y', 'q', 'gone']));
set_error_handler(function ($level, $text) { echo "$level $text\n"; return true; });
var_dump(apcu_store(5, 1), apcu_add(null, 1), apcu_delete(5), apcu_fetch([1, 'x']), apcu_store([1 => 'a', 'b' => 2]), apcu_fetch('1'), apcu_store('', 5), apcu_fetch(''), apcu_store("n\0ul", 1), apcu_fetch("n\0ul"));
try { apcu_store('closure', function () {}); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
var_dump(apcu_exists('closure'), apcu_exists(['a', 'gone', 'x']), apcu_delete('a'), apcu_delete('a'), apcu_delete(['x', 'gone']), apcu_exists('x'));
--EXPECT--
bool(true)
bool(true)
array(0) {
}
bool(false)
array(1) {
  ["a"]=>
  int(-1)
}
int(1)
array(3) {
  ["x"]=>
  int(1)
  ["y"]=>
  array(1) {
    [0]=>
    int(2)
  }
  ["q"]=>
  int(2)
}
2 apcu_store(): apc_store expects key parameter to be a string or an array of key/value pairs.
2 apcu_add(): apc_store expects key parameter to be a string or an array of key/value pairs.
2 apcu_delete(): apc_delete() expects a string, array of strings, or APCIterator instance
2 apcu_fetch(): apc_fetch() expects a string or array of strings.
bool(false)
bool(false)
bool(false)
array(1) {
  ["x"]=>
  int(1)
}
array(0) {
}
string(1) "a"
bool(true)
int(5)
bool(true)
int(1)
Exception: Serialization of 'Closure' is not allowed
bool(false)
array(2) {
  ["a"]=>
  bool(true)
  ["x"]=>
  bool(true)
}
bool(true)
bool(false)
array(1) {
  [0]=>
  string(4) "gone"
}
bool(false)
