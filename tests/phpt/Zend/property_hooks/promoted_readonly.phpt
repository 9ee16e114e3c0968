--TEST--
A promoted property with hooks cannot be readonly
--FILE--
<?php
class A { function __construct(public readonly int $p { get => 1; }) {} }
--EXPECTF--

Fatal error: Hooked properties cannot be readonly in %s on line 2
