--TEST--
strtr() looks at its string before the pairs
--FILE--
<?php
foreach ([[new stdClass, 'a'], [[], 'a'], [null, 'a'], [5, null], ['a', new stdClass], ['a', new stdClass, 'b'], ['a', [], 'b'],
    [[], [], 'b']] as $arguments) {
    try { var_dump(strtr(...$arguments)); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
--EXPECTF--
strtr(): Argument #1 ($string) must be of type string, stdClass given
strtr(): Argument #1 ($string) must be of type string, array given

Deprecated: strtr(): Passing null to parameter #1 ($string) of type string is deprecated in %s on line 4
strtr(): Argument #2 ($from) must be of type array, string given
strtr(): Argument #2 ($from) must be of type array, null given
strtr(): Argument #2 ($from) must be of type array, stdClass given
strtr(): Argument #2 ($from) must be of type string, stdClass given
strtr(): Argument #2 ($from) must be of type string, array given
strtr(): Argument #1 ($string) must be of type string, array given
