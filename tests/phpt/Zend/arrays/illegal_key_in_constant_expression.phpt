--TEST--
Class constants are evaluated as far as possible when they are compiled
--FILE--
<?php
class A
{
    const X = [1, [] => 5];
}
?>
--EXPECTF--

Fatal error: Illegal offset type in %s on line 4
