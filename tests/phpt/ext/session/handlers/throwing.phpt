--TEST--
Exceptions and wrong answers of save handlers
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
    public $fail = '';
    private function say($what, $result) {
        echo "$what\n";
        if ($this->fail === $what) { throw new Exception("in $what"); }
        return $result;
    }
    public function open($path, $name): bool { return $this->say('open', true); }
    public function close(): bool { return $this->say('close', true); }
    public function read($id): string|false { return $this->say('read', ''); }
    public function write($id, $data): bool { return $this->say('write', true); }
    public function destroy($id): bool { return $this->say('destroy', true); }
    public function gc($life): int|false { return $this->say('gc', 0); }
}
session_set_save_handler($h = new Handler, false);
foreach (['open', 'read', 'write', 'close', 'destroy', 'gc'] as $fail) {
    echo "-- $fail\n";
    $h->fail = $fail;
    try {
        session_start();
        session_gc();
        session_regenerate_id(true);
        session_write_close();
    } catch (Exception $e) {
        echo get_class($e), ' ', $e->getMessage(), "\n";
    }
    $h->fail = '';
    var_dump(session_status());
    session_abort();
}
$answer = fn($value) => fn() => $value;
foreach ([0, -1, 1, 'yes', null, [], 1.5] as $value) {
    session_set_save_handler($answer($value), $answer(true), $answer(''), $answer(true), $answer(true), $answer(0));
    try {
        var_dump(session_start());
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
    session_abort();
}
--EXPECTF--
-- open
open
Exception in open
int(1)
-- read
open
read
Exception in read
int(1)
-- write
open
read
gc
destroy
close
open
read
write
Exception in write
int(1)
-- close
open
read
gc
destroy
close
Exception in close
int(1)
-- destroy
open
read
gc
destroy
Exception in destroy
int(1)
-- gc
open
read
gc
Exception in gc
int(2)
close

Deprecated: session_set_save_handler(): Providing individual callbacks instead of an object implementing SessionHandlerInterface is deprecated in %s on line 35

Deprecated: session_start(): Session callback must have a return value of type bool, int returned in %s on line 37
bool(true)

Deprecated: session_set_save_handler(): Providing individual callbacks instead of an object implementing SessionHandlerInterface is deprecated in %s on line 35

Deprecated: session_start(): Session callback must have a return value of type bool, int returned in %s on line 37

Warning: session_start(): Failed to initialize storage module: user (path: /tmp) in %s on line 37
bool(false)

Deprecated: session_set_save_handler(): Providing individual callbacks instead of an object implementing SessionHandlerInterface is deprecated in %s on line 35
Session callback must have a return value of type bool, int returned

Deprecated: session_set_save_handler(): Providing individual callbacks instead of an object implementing SessionHandlerInterface is deprecated in %s on line 35
Session callback must have a return value of type bool, string returned

Deprecated: session_set_save_handler(): Providing individual callbacks instead of an object implementing SessionHandlerInterface is deprecated in %s on line 35
Session callback must have a return value of type bool, null returned

Deprecated: session_set_save_handler(): Providing individual callbacks instead of an object implementing SessionHandlerInterface is deprecated in %s on line 35
Session callback must have a return value of type bool, array returned

Deprecated: session_set_save_handler(): Providing individual callbacks instead of an object implementing SessionHandlerInterface is deprecated in %s on line 35
Session callback must have a return value of type bool, float returned
