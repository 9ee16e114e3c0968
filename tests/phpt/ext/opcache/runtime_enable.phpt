--TEST--
A script can switch the cache off for itself, but not on again
--EXTENSIONS--
opcache
--INI--
opcache.enable=1
opcache.enable_cli=1
--FILE--
<?php
var_dump(ini_set('opcache.enable', 1), opcache_get_status(false)['opcache_enabled']);
var_dump(ini_set('opcache.enable', 0), ini_get('opcache.enable'), opcache_get_status(false)['opcache_enabled']);
var_dump(ini_set('opcache.enable', 'yes'), opcache_reset(), opcache_is_script_cached(__FILE__), opcache_invalidate(__FILE__));
ini_restore('opcache.enable');
var_dump(ini_get('opcache.enable'), opcache_get_status(false)['opcache_enabled']);
var_dump(ini_set('opcache.enable_cli', 0));
?>
--EXPECTF--

Warning: Zend OPcache can't be temporary enabled (it may be only disabled till the end of request) in %s on line 2
bool(false)
bool(true)
string(1) "1"
string(1) "0"
bool(false)

Warning: Zend OPcache can't be temporary enabled (it may be only disabled till the end of request) in %s on line 4
bool(false)
bool(false)
bool(false)
bool(false)

Warning: Zend OPcache can't be temporary enabled (it may be only disabled till the end of request) in %s on line 5
string(1) "0"
bool(false)
bool(false)
