--TEST--
hash_equals() names a bool by its value
--FILE--
<?php
foreach ([[true, 'a'], ['a', false], [null, 'a'], ['a', 1.5]] as $arguments) {
    try { hash_equals(...$arguments); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
--EXPECT--
hash_equals(): Argument #1 ($known_string) must be of type string, true given
hash_equals(): Argument #2 ($user_string) must be of type string, false given
hash_equals(): Argument #1 ($known_string) must be of type string, null given
hash_equals(): Argument #2 ($user_string) must be of type string, float given
