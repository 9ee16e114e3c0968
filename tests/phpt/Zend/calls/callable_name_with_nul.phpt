--TEST--
Errors show names up to their first NUL byte
--FILE--
<?php
foreach (["no\0such", "a\0::b"] as $name) {
    try { array_map($name, [1]); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
--EXPECT--
array_map(): Argument #1 ($callback) must be a valid callback or null, function "no" not found or invalid function name
array_map(): Argument #1 ($callback) must be a valid callback or null, class "a" not found
