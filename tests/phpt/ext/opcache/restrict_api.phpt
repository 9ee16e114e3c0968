--TEST--
opcache.restrict_api keeps scripts elsewhere from all functions but one
--EXTENSIONS--
opcache
--INI--
opcache.enable=1
opcache.enable_cli=1
opcache.restrict_api=/no/such/folder
--FILE--
<?php
var_dump(opcache_get_status());
var_dump(opcache_get_configuration());
var_dump(opcache_reset());
var_dump(opcache_invalidate(__FILE__));
var_dump(opcache_is_script_cached(__FILE__));
?>
--EXPECTF--

Warning: Zend OPcache API is restricted by "restrict_api" configuration directive in %s on line 2
bool(false)

Warning: Zend OPcache API is restricted by "restrict_api" configuration directive in %s on line 3
bool(false)

Warning: Zend OPcache API is restricted by "restrict_api" configuration directive in %s on line 4
bool(false)

Warning: Zend OPcache API is restricted by "restrict_api" configuration directive in %s on line 5
bool(false)

Warning: Zend OPcache API is restricted by "restrict_api" configuration directive in %s on line 6
bool(false)
