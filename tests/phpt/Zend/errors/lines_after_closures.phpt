--TEST--
An operator is where its last operand ends
--FILE--
<?php
set_error_handler(function ($level, $message, $file, $line) { echo "$line: $message\n"; return true; });
function line_of(callable $f) { try { $f(); } catch (Throwable $t) { echo $t->getLine(), ': ', $t->getMessage(), "\n"; } }
line_of(function () { $x = $u & function () {
}; });
line_of(function () { return strlen(
    fn() =>
    1
); });
line_of(function () { return Absent::
    CONSTANT; });
line_of(function () { return Absent
    ::
    method(); });
line_of(function () { return [
    1] + 5 + function () {

    }; });
?>
--EXPECT--
5: Undefined variable $u
5: Unsupported operand types: null & Closure
9: strlen(): Argument #1 ($string) must be of type string, Closure given
11: Class "Absent" not found
14: Class "Absent" not found
16: Unsupported operand types: array + int
