--TEST--
A deprecation that an error handler throws ends the declaration
--FILE--
<?php
set_error_handler(function ($code, $message) { throw new Exception($message); });
if (true) {
    class X implements Countable
    {
        function count() {}
    }
}
?>
--EXPECTF--

Fatal error: During inheritance of Countable: Uncaught Exception: Return type of X::count() should either be compatible with Countable::count(): int, or the #[\ReturnTypeWillChange] attribute should be used to temporarily suppress the notice in %s:2
Stack trace:
#0 %s(4): {closure:%s:2}(8192, 'Return type of ...', '%s', 6)
#1 {main} in %s on line 4
