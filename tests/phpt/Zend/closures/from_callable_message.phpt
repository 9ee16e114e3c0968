--TEST--
Closure::fromCallable says why it failed
--FILE--
<?php
foreach ([['B', -1], 'nofn', ['stdClass', 'x'], 5, [], 'A::b', new stdClass] as $x) {
    try {
        Closure::fromCallable($x);
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
Failed to create closure from callable: second array member is not a valid method
Failed to create closure from callable: function "nofn" not found or invalid function name
Failed to create closure from callable: class stdClass does not have a method "x"
Failed to create closure from callable: no array or string given
Failed to create closure from callable: array callback must have exactly two members
Failed to create closure from callable: class "A" not found
Failed to create closure from callable: no array or string given
