--TEST--
A destructor that exits ends the program where a function returns
--FILE--
<?php
class Exits { function __destruct() { echo "destruct\n"; exit; } }
function f() { $local = new Exits; return 5; }
register_shutdown_function(function () { echo "shutdown\n"; });
try {
    echo f() + f();
} finally {
    echo "not reached\n";
}
?>
--EXPECT--
destruct
shutdown
