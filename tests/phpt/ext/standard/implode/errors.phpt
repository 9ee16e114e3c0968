--TEST--
implode() tells what is wrong with its arguments
--FILE--
<?php
foreach ([["a", null], [["a"], ["b"]]] as $arguments) {
    try {
        implode(...$arguments);
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
implode(): Argument #1 ($separator) must be of type string, array given
