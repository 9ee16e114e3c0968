--TEST--
The session is written behind all shutdown functions, before destructors
--EXTENSIONS--
session
--INI--
session.use_cookies=0
session.save_path=/tmp
session.gc_probability=0
--FILE--
<?php
ob_start();
class Handler extends SessionHandler {
    public function __construct(public string $name) {}
    public function open($path, $name): bool { return true; }
    public function close(): bool { echo "$this->name closes\n"; return true; }
    public function read($id): string|false { return ''; }
    public function write($id, $data): bool { echo "$this->name writes\n"; return true; }
    public function __destruct() { echo "$this->name is gone\n"; }
}
session_set_save_handler($first = new Handler('first'), true);
session_set_save_handler($second = new Handler('second'), true);
session_set_save_handler($third = new Handler('third'), true);
session_start();
$_SESSION['a'] = 1;
register_shutdown_function(function () { echo "shutdown function\n"; });
echo "end\n";
--EXPECT--
end
shutdown function
third writes
third closes
second is gone
first is gone
third is gone
