--TEST--
What has a negative time to live is over at once; resources are refused
--EXTENSIONS--
apcu
--INI--
apc.enabled=1
apc.enable_cli=1
--FILE--
<?php
var_dump(apcu_store('n', 1, -5), apcu_fetch('n'), apcu_exists('n'), apcu_add('n', 2, -1), apcu_inc('n'), apcu_fetch('n'));
var_dump(apcu_store('r', STDIN), apcu_add('r', STDIN), apcu_exists('r'), apcu_store(['r' => STDIN, 's' => 1]), apcu_fetch('s'));
--EXPECTF--
bool(true)
bool(false)
bool(false)
bool(true)
int(1)
int(1)

Warning: apcu_store(): Cannot store resources in apcu cache in %s on line %d

Warning: apcu_add(): Cannot store resources in apcu cache in %s on line %d

Warning: apcu_store(): Cannot store resources in apcu cache in %s on line %d
bool(false)
bool(false)
bool(false)
array(1) {
  ["r"]=>
  int(-1)
}
int(1)
