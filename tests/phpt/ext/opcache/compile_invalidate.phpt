--TEST--
Files are compiled into the cache, found there, invalidated and refused
--EXTENSIONS--
opcache
--INI--
opcache.enable=1
opcache.enable_cli=1
opcache.file_update_protection=0
--FILE--
<?php
$file = sys_get_temp_dir() . '/opcache-' . getmypid() . '.inc';
file_put_contents($file, '<?php function twice($x) { return $x * 2; } class Made {} echo "run";');
touch($file, time() - 100);
var_dump(opcache_is_script_cached($file), opcache_compile_file($file), opcache_is_script_cached($file));
var_dump(function_exists('twice'), class_exists('Made', false));
$entry = opcache_get_status()['scripts'][$file];
var_dump($entry['full_path'] === $file, array_keys($entry), $entry['timestamp'] === filemtime($file), strlen($entry['last_used']));
var_dump(opcache_invalidate($file), opcache_is_script_cached($file), opcache_invalidate($file, true), opcache_is_script_cached($file));
var_dump(opcache_invalidate('no/such/file', true), opcache_is_script_cached('no/such/file'));
file_put_contents($file, '<?php function (');
try {
    opcache_compile_file($file);
} catch (ParseError $e) {
    echo $e->getMessage(), "\n";
}
unlink($file);
var_dump(opcache_compile_file('no-such-file.inc'));
?>
--EXPECTF--
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
array(7) {
  [0]=>
  string(9) "full_path"
  [1]=>
  string(4) "hits"
  [2]=>
  string(18) "memory_consumption"
  [3]=>
  string(9) "last_used"
  [4]=>
  string(19) "last_used_timestamp"
  [5]=>
  string(9) "timestamp"
  [6]=>
  string(10) "revalidate"
}
bool(true)
int(24)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
Unclosed '('

Warning: opcache_compile_file(no-such-file.inc): Failed to open stream: No such file or directory in %s on line 18

Warning: opcache_compile_file(): Failed opening 'no-such-file.inc' for inclusion (include_path='%s') in %s on line 18
bool(false)
