--TEST--
A parameter cannot be final
--FILE--
<?php
class A {
    function __construct(
        public int $a,
        final public int $b,
    ) {}
}
--EXPECTF--
Fatal error: Cannot use the final modifier on a parameter in %s on line 5
