--TEST--
Memory that is used up while an element is let go of whose class has a destructor
--INI--
memory_limit=6M
max_execution_time=20
--FILE--
<?php
class D {
    function __destruct() {
    }
}
function eat() {
    $z = [];
    for (;;) {
        $z[] = new D;
    }
}
eat();
echo "not reached\n";
?>
--EXPECTF--
Fatal error: Allowed memory size of 6291456 bytes exhausted (tried to allocate %d bytes) in %s on line %d
