<?php
// The session handler.
ini_set('session.save_handler', 'aerospike');
ini_set('session.use_cookies', '0');
ini_set('session.cache_limiter', '');
ini_set('session.gc_maxlifetime', '500');
set_error_handler(function (int $level, string $message) use ($argv) { echo str_replace($argv[1], 'PORT', $message), "\n"; return true; });
ob_start();
foreach (['x', '|s|h', str_repeat('n', 32) . '|s|h', 'test|', 'test|s', 'test||h', 'test|s|', 'test|s|:1', 'test|s|127.0.0.1:1'] as $path) {
    session_save_path($path);
    var_dump(session_start());
}
session_save_path("test|sess|127.0.0.1:$argv[1]");
var_dump(session_start());
$id = session_id();
$_SESSION['who'] = "gr\u{fc}n\0";
$_SESSION['list'] = [1, [2.5]];
session_write_close();
$_SESSION = null;
session_id($id);
session_start();
var_dump($_SESSION);
session_write_close();
$db = new Aerospike(['hosts' => [['addr' => '127.0.0.1', 'port' => (int) $argv[1]]]], false);
$db->exists($db->initKey('test', 'sess', $id), $metadata);
var_dump($metadata['ttl'] > 490 && $metadata['ttl'] <= 500);
session_id($id);
session_start();
var_dump(session_destroy(), $db->exists($db->initKey('test', 'sess', $id), $metadata));
ini_set('session.use_strict_mode', '1');
session_id('not-known');
session_start();
var_dump(session_id() === 'not-known', $_SESSION);
$db->put($db->initKey('test', 'sess', 'bad'), ['other' => 1]);
session_write_close();
ini_set('session.use_strict_mode', '0');
session_id('bad');
var_dump(session_start());
ob_end_flush();
