--TEST--
With opcache.file_cache_only the cache in memory is neither shown nor told to forget
--EXTENSIONS--
opcache
--INI--
opcache.enable=1
opcache.enable_cli=1
opcache.jit=disable
opcache.file_cache=/tmp
opcache.file_cache_only=1
opcache.file_update_protection=0
--FILE--
<?php
$file = __DIR__ . '/file_cache_only.inc';
file_put_contents($file, '<?php return 7;');
var_dump(include $file, opcache_is_script_cached($file), opcache_invalidate($file, true), opcache_reset(), opcache_compile_file($file));
var_dump(opcache_get_status());
$configuration = opcache_get_configuration()['directives'];
var_dump($configuration['opcache.file_cache'], $configuration['opcache.file_cache_only'], $configuration['opcache.file_cache_consistency_checks']);
unlink($file);
?>
--EXPECT--
int(7)
bool(false)
bool(false)
bool(false)
bool(true)
array(3) {
  ["opcache_enabled"]=>
  bool(false)
  ["file_cache"]=>
  string(4) "/tmp"
  ["file_cache_only"]=>
  bool(true)
}
string(4) "/tmp"
bool(true)
bool(true)