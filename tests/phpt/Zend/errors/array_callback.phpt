--TEST--
What is wrong with an array that is no callback
--FILE--
<?php
foreach ([['a' => 1, 'b' => 2], [1], [1, 2, 3], [1, 2], [1 => 'a', 2 => 'b'], []] as $callback) {
    try { array_map($callback, []); } catch (Error $e) { echo $e->getMessage(), "\n"; }
    try { $callback(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
}
--EXPECT--
array_map(): Argument #1 ($callback) must be a valid callback or null, array callback has to contain indices 0 and 1
Array callback has to contain indices 0 and 1
array_map(): Argument #1 ($callback) must be a valid callback or null, array callback must have exactly two members
Array callback must have exactly two elements
array_map(): Argument #1 ($callback) must be a valid callback or null, array callback must have exactly two members
Array callback must have exactly two elements
array_map(): Argument #1 ($callback) must be a valid callback or null, first array member is not a valid class name or object
First array member is not a valid class name or object
array_map(): Argument #1 ($callback) must be a valid callback or null, array callback has to contain indices 0 and 1
Array callback has to contain indices 0 and 1
array_map(): Argument #1 ($callback) must be a valid callback or null, array callback must have exactly two members
Array callback must have exactly two elements
