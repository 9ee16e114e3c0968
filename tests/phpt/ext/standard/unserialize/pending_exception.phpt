--TEST--
After something was thrown no __wakeup and no __unserialize is called, and destructors neither
--FILE--
<?php
set_error_handler(fn($level, $message) => throw new Exception($message));
class Waking { function __wakeup() { echo "wakeup\n"; } function __destruct() { echo "destruct\n"; } }
class Reading { function __unserialize(array $data): void { echo "unserialize\n"; } function __destruct() { echo "destruct\n"; } }
foreach (['Waking', 'Reading'] as $class) {
    try {
        unserialize('a:2:{i:0;O:7:"' . $class . '":0:{}i:1;X');
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
}
--EXPECT--
unserialize(): Error at offset 21 of 31 bytes
unserialize(): Error at offset 31 of 32 bytes
