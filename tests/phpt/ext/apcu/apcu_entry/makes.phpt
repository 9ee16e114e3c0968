--TEST--
apcu_entry: made once, nested calls, exceptions
--EXTENSIONS--
apcu
--INI--
apc.enable_cli=1
--FILE--
<?php
var_dump(apcu_entry('e', fn ($key) => "$key!"), apcu_entry('e', fn () => 'never'));
var_dump(apcu_entry('outer', fn () => apcu_entry('inner', fn () => 5) + 1), apcu_fetch('inner'));
try { apcu_entry('throws', function () { throw new Exception('x'); }); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
var_dump(apcu_exists('throws'));
--EXPECT--
string(2) "e!"
string(2) "e!"
int(6)
int(5)
x
bool(false)
