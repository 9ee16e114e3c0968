--TEST--
APCu is off on the command line unless apc.enable_cli says otherwise
--EXTENSIONS--
apcu
--INI--
apc.enable_cli=0
--FILE--
<?php
var_dump(apcu_enabled(), apcu_store('a', 1), apcu_store(['a' => 1]), apcu_fetch('a', $found), $found, apcu_exists('a'), apcu_delete('a'), apcu_inc('a'), apcu_cas('a', 1, 2), apcu_key_info('a'), apcu_add('a', 1));
try { new APCUIterator; } catch (Error $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
bool(false)
bool(false)
array(1) {
  ["a"]=>
  int(-1)
}
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
NULL
bool(false)
APC must be enabled to use APCUIterator
