--TEST--
apcu_inc, apcu_dec and apcu_cas
--EXTENSIONS--
apcu
--INI--
apc.enable_cli=1
--FILE--
<?php
apcu_store('n', 1);
var_dump(apcu_inc('n', 5, $done), $done, apcu_dec('n'), apcu_dec('n', -2), apcu_inc('new', 3, $done), $done);
apcu_store('text', 'x');
var_dump(apcu_inc('text', 1, $done), $done, apcu_cas('n', 7, 9), apcu_fetch('n'), apcu_cas('n', 1, 2), apcu_cas('gone', 1, 2), apcu_cas('text', 1, 2));
var_dump(apcu_inc('most', PHP_INT_MAX), apcu_inc('most', 1));
--EXPECT--
int(6)
bool(true)
int(5)
int(7)
int(3)
bool(true)
bool(false)
bool(false)
bool(true)
int(9)
bool(false)
bool(false)
bool(false)
int(9223372036854775807)
int(-9223372036854775808)
