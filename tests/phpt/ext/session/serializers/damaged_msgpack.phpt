--TEST--
Damaged session data as msgpack and igbinary: msgpack's are no variables, without a word
--EXTENSIONS--
session
igbinary
msgpack
--INI--
session.use_cookies=0
session.save_path=/tmp
session.gc_probability=0
--FILE--
<?php
ob_start();
class Handler extends SessionHandler {
    public static $data = '';
    public function open($path, $name): bool { return true; }
    public function close(): bool { return true; }
    public function read($id): string|false { return self::$data; }
    public function write($id, $data): bool { return true; }
    public function destroy($id): bool { echo "destroyed\n"; return true; }
}
session_set_save_handler(new Handler, false);
$cases = [
    'msgpack' => ['c0', '81', '81a161', '81a16101', '81a1610102', '01', 'c1', '9105', '810506', '82a16101a162c1', 'dfffffffff', '819001', '82c0a8737464436c617373a16105'],
    'igbinary' => ['00', '00000002', '0000000200', '000000020605', '00000002140111016106', '0000000214011101610605', '000000021401110161060599', '00000003140111016106'],
];
foreach ($cases as $format => $texts) {
    foreach ($texts as $text) {
        Handler::$data = hex2bin($text);
        echo "$format $text: ";
        var_dump(session_start(['serialize_handler' => $format]));
        echo json_encode($_SESSION), ' ', session_status(), "\n";
        session_abort();
    }
    session_start(['serialize_handler' => $format]);
    $_SESSION = ['old' => 1];
    var_dump(session_decode("\x91"), $_SESSION);
    session_abort();
}
--EXPECTF--
msgpack c0: bool(true)
[] 2
msgpack 81: bool(true)
[] 2
msgpack 81a161: bool(true)
[] 2
msgpack 81a16101: bool(true)
{"a":1} 2
msgpack 81a1610102: bool(true)
{"a":1} 2
msgpack 01: bool(true)
[] 2
msgpack c1: bool(true)
[] 2
msgpack 9105: bool(true)
[] 2
msgpack 810506: bool(true)
[] 2
msgpack 82a16101a162c1: bool(true)
[] 2
msgpack dfffffffff: bool(true)
[] 2
msgpack 819001: 
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type in %s on line 20

Warning: Array to string conversion in %s on line 20
bool(true)
{"Array":1} 2
msgpack 82c0a8737464436c617373a16105: bool(true)
{"a":5} 2
bool(true)
array(1) {
  ["old"]=>
  int(1)
}
igbinary 00: 
Warning: igbinary_unserialize_header: expected at least 5 bytes of data, got 1 byte(s) in %s on line 20
destroyed

Warning: session_start(): Failed to decode session object. Session has been destroyed in %s on line 20
bool(false)
[] 1
igbinary 00000002: 
Warning: igbinary_unserialize_header: expected at least 5 bytes of data, got 4 byte(s) in %s on line 20
destroyed

Warning: session_start(): Failed to decode session object. Session has been destroyed in %s on line 20
bool(false)
[] 1
igbinary 0000000200: destroyed

Warning: session_start(): Failed to decode session object. Session has been destroyed in %s on line 20
bool(false)
[] 1
igbinary 000000020605: destroyed

Warning: session_start(): Failed to decode session object. Session has been destroyed in %s on line 20
bool(false)
[] 1
igbinary 00000002140111016106: 
Warning: igbinary_unserialize_long: end-of-data in %s on line 20
destroyed

Warning: session_start(): Failed to decode session object. Session has been destroyed in %s on line 20
bool(false)
[] 1
igbinary 0000000214011101610605: bool(true)
{"a":5} 2
igbinary 000000021401110161060599: bool(true)
{"a":5} 2
igbinary 00000003140111016106: 
Warning: igbinary_unserialize_header: unsupported version: 3, should be 1 or 2 in %s on line 20
destroyed

Warning: session_start(): Failed to decode session object. Session has been destroyed in %s on line 20
bool(false)
[] 1

Warning: igbinary_unserialize_header: unsupported version: 3, should be 1 or 2 in %s on line 24
destroyed

Warning: session_start(): Failed to decode session object. Session has been destroyed in %s on line 24

Warning: session_decode(): Session data cannot be decoded when there is no active session in %s on line 26
bool(false)
array(1) {
  ["old"]=>
  int(1)
}
