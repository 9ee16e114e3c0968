--TEST--
The folder of opcache.file_cache is in the status; files go from it when they are invalidated
--EXTENSIONS--
opcache
--INI--
opcache.enable=1
opcache.enable_cli=1
opcache.jit=disable
opcache.file_cache=/tmp
opcache.file_update_protection=0
--FILE--
<?php
$file = __DIR__ . '/file_cache_status.inc';
file_put_contents($file, '<?php return 7;');
touch($file, 1700000000);
opcache_invalidate($file, true);
var_dump(include $file, opcache_is_script_cached($file));
$status = opcache_get_status(false);
var_dump(array_slice($status, 0, 3));
file_put_contents($file, '<?php return 8;');
touch($file, 1700000000);
var_dump(include $file, opcache_invalidate($file, true), opcache_is_script_cached($file), include $file);
var_dump(opcache_reset(), include $file);
unlink($file);
?>
--EXPECT--
int(7)
bool(true)
array(3) {
  ["opcache_enabled"]=>
  bool(true)
  ["file_cache"]=>
  string(4) "/tmp"
  ["cache_full"]=>
  bool(false)
}
int(7)
bool(true)
bool(false)
int(8)
bool(true)
int(8)