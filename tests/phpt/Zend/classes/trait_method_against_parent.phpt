--TEST--
A trait's method that does not suit the parent's is told as the trait's
--FILE--
<?php
class P { function f(): int {} }
trait T { function f(): string {} }
class Q extends P { use T; }
--EXPECTF--

Fatal error: Declaration of T::f(): string must be compatible with P::f(): int in %s on line 3
