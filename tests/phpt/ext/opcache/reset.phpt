--TEST--
A reset is for the next request: files stay cached until then, and it can be asked for once
--EXTENSIONS--
opcache
--INI--
opcache.enable=1
opcache.enable_cli=1
opcache.file_update_protection=0
--FILE--
<?php
var_dump(opcache_reset(), opcache_reset(), opcache_is_script_cached(__FILE__));
$status = opcache_get_status(false);
var_dump($status['opcache_enabled'], $status['restart_pending'], $status['restart_in_progress'], isset($status['scripts']));
var_dump($status['opcache_statistics']['manual_restarts'], $status['opcache_statistics']['last_restart_time']);
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
int(0)
int(0)
