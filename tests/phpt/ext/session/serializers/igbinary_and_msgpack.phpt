--TEST--
session.serialize_handler: igbinary and msgpack
--EXTENSIONS--
session
--FILE--
<?php
foreach (['igbinary', 'msgpack'] as $handler) {
    ini_set('session.serialize_handler', $handler);
    ini_set('session.use_cookies', 0);
    ini_set('session.cache_limiter', '');
    session_set_save_handler($store = new class implements SessionHandlerInterface {
        public static $data;
        function open($path, $name): bool { return true; }
        function close(): bool { return true; }
        function read($id): string|false { return self::$data; }
        function write($id, $data): bool { self::$data = $data; $GLOBALS['seen'][] = bin2hex($data); return true; }
        function destroy($id): bool { return true; }
        function gc($max): int|false { return 0; }
    });
    $store::$data = '';
    session_start();
    $_SESSION = ['a' => 1, 'list' => [1, 'x' => 'a'], 'a'.'b' => null];
    session_write_close();
    $_SESSION = [];
    session_start();
    $seen[] = json_encode($_SESSION);
    $_SESSION = [];
    session_decode(session_encode());
    session_write_close();
}
echo implode("\n", $seen), "\n";
--EXPECT--
000000021403110161060111046c6973741402060006011101780e001102616200
{"a":1,"list":{"0":1,"x":"a"},"ab":null}
000000021400
84c001a16101a46c697374820001a178a161a26162c0
{"a":1,"list":{"0":1,"x":"a"},"ab":null}
90
