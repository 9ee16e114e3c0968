--TEST--
A handler that returns false declines, even if its variables end with an exception
--FILE--
<?php
class D { function __destruct() { echo "destruct\n"; throw new Exception('from the destructor'); } }
foreach ([false, true, null, 0] as $answer) {
    set_error_handler(function () use ($answer) { $d = new D; return $answer; });
    try {
        echo "handled: ", var_export($answer), "\n";
        $x = $undefined;
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
    restore_error_handler();
}
set_error_handler(function () { $d = new D; throw new Error('from the handler'); });
try {
    $x = $undefined;
} catch (Error|Exception $e) {
    echo get_class($e), ' ', $e->getPrevious()?->getMessage(), "\n";
}
--EXPECTF--
handled: false
destruct

Warning: Undefined variable $undefined in %s on line 7
from the destructor
handled: true
destruct
from the destructor
handled: NULL
destruct
from the destructor
handled: 0
destruct
from the destructor
destruct
Exception from the handler
