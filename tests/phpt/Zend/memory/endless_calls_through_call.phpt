--TEST--
Endless recursion through __call with unpacked arguments ends in the memory error, at any depth of the stack
--INI--
memory_limit=32M
--FILE--
<?php
class Inf { function __call($n, $a) { (new Inf)->m(...$a); } }
register_shutdown_function(function () { echo "shutdown\n"; });
try {
    (new Inf)->m(1);
} finally {
    echo "not reached\n";
}
?>
--EXPECTF--
Fatal error: Allowed memory size of 33554432 bytes exhausted%s(tried to allocate %d bytes) in %s on line %d
shutdown
