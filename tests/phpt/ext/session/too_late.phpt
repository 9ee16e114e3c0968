--TEST--
What is said when headers have been sent names where output began
--EXTENSIONS--
session
--FILE--
<?php
ini_set('session.use_cookies', 0);
session_set_save_handler(new class implements SessionHandlerInterface {
    public function open(string $path, string $name): bool {
        echo "output\n";
        return true;
    }
    public function close(): bool {
        return true;
    }
    public function read(string $id): string {
        return '';
    }
    public function write(string $id, string $data): bool {
        return true;
    }
    public function destroy(string $id): bool {
        return true;
    }
    public function gc(int $lifetime): int {
        return 0;
    }
});
session_start();
--EXPECTF--
output

Warning: session_start(): Session cache limiter cannot be sent after headers have already been sent (output started at %s:5) in %s on line 24
