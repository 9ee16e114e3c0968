--TEST--
Without a cache there is no status, and nothing can be compiled into it
--EXTENSIONS--
opcache
--INI--
opcache.enable=1
opcache.enable_cli=0
--FILE--
<?php
var_dump(opcache_get_status(), opcache_reset(), opcache_is_script_cached(__FILE__), opcache_invalidate(__FILE__, true));
var_dump(opcache_compile_file(__FILE__));
var_dump(array_keys(opcache_get_configuration()), opcache_get_configuration()['version']['opcache_product_name']);
?>
--EXPECTF--
bool(false)
bool(false)
bool(false)
bool(false)

Notice: Zend OPcache has not been properly started, can't compile file in %s on line 3
bool(false)
array(3) {
  [0]=>
  string(10) "directives"
  [1]=>
  string(7) "version"
  [2]=>
  string(9) "blacklist"
}
string(12) "Zend OPcache"
