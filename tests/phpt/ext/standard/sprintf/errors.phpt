--TEST--
sprintf() with too few arguments or a wrong format
--FILE--
<?php
foreach ([["%d %d", 1], ["%5\$s", 1], ["%y", 1], ["%"], ["%0\$s", 1]] as $arguments) {
    try {
        sprintf(...$arguments);
    } catch (Error $e) {
        echo get_class($e), ": ", $e->getMessage(), "\n";
    }
}
try {
    vsprintf("%d %d", [1]);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
ArgumentCountError: 3 arguments are required, 2 given
ArgumentCountError: 6 arguments are required, 2 given
ValueError: Unknown format specifier "y"
ArgumentCountError: 2 arguments are required, 1 given
ValueError: Argument number specifier must be greater than zero and less than 2147483647
The arguments array must contain 2 items, 1 given
