--TEST--
A save handler that works with the session while it is called
--EXTENSIONS--
session
--INI--
session.use_cookies=0
session.save_path=/tmp
session.gc_probability=0
--FILE--
<?php
ob_start();
class Handler implements SessionHandlerInterface {
    public function open($path, $name): bool { return true; }
    public function close(): bool { echo "close\n"; return true; }
    public function read($id): string|false { echo "read\n"; return 'n|i:1;'; }
    public function write($id, $data): bool {
        echo "write $data\n";
        var_dump(session_write_close());
        return true;
    }
    public function destroy($id): bool { echo "destroy\n"; return true; }
    public function gc($life): int|false { return 0; }
}
session_set_save_handler(new Handler, false);
session_start();
$_SESSION['o'] = new class { public function __serialize(): array { session_destroy(); return []; } };
$_SESSION['o'] = 5;
session_write_close();
var_dump(session_status());
session_start();
session_decode('x|i:1;y|i:');
var_dump($_SESSION, session_status());
--EXPECTF--
read
write n|i:1;o|i:5;

Warning: session_write_close(): Cannot call session save handler in a recursive manner in %s on line 9

Warning: session_write_close(): Failed to write session data using user defined save handler. (session.save_path: /tmp, handler: Handler::write) in %s on line 9
close
bool(true)
int(1)
read
destroy
close

Warning: session_decode(): Failed to decode session object. Session has been destroyed in %s on line 22
array(0) {
}
int(1)
