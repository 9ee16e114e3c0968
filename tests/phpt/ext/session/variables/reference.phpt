--TEST--
$_SESSION is a name of the session's variables, and may become another variable
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
    public function open($path, $name): bool { return true; }
    public function close(): bool { return true; }
    public function read($id): string|false { return 'a|i:1;b|a:1:{i:0;R:1;}'; }
    public function write($id, $data): bool { echo "write $data\n"; return true; }
}
session_set_save_handler(new Handler, false);
session_start();
$alias = &$_SESSION;
$alias['c'] = 3;
$_SESSION['a'] = 7;
var_dump($_SESSION['b'][0]);
$copy = $_SESSION;
unset($_SESSION);
var_dump(isset($_SESSION), session_encode());
$_SESSION = ['other' => 1];
var_dump(session_encode());
session_write_close();
session_start();
var_dump($alias['c'], isset($_SESSION['c']));
$_SESSION = 'text';
var_dump(@session_encode());
session_write_close();
(function () { session_start(); $_SESSION['in'] = 1; })();
foreach ($_SESSION as $key => &$value) {
    if ($key === 'a') { session_destroy(); session_start(); }
    $value = 'x';
}
var_dump($_SESSION);
--EXPECTF--
int(7)
bool(false)
string(28) "a|i:7;b|a:1:{i:0;R:1;}c|i:3;"
string(28) "a|i:7;b|a:1:{i:0;R:1;}c|i:3;"
write a|i:7;b|a:1:{i:0;R:1;}c|i:3;
int(3)
bool(false)
bool(false)

Warning: SessionHandler::destroy(): Parent session handler is not open in %s on line 28

Warning: session_destroy(): Session object destruction failed in %s on line 28
array(2) {
  ["a"]=>
  &int(1)
  ["b"]=>
  array(1) {
    [0]=>
    &int(1)
  }
}
write a|i:1;b|a:1:{i:0;R:1;}
