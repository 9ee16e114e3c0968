--TEST--
exit in a fiber ends the request
--FILE--
<?php
register_shutdown_function(function () { echo "shutdown\n"; });
class D { function __destruct() { echo "destroyed\n"; } }
$outer = new Fiber(function () {
    $d = new D;
    $inner = new Fiber(function () {
        try { array_map(fn() => exit("bye\n"), [1]); } finally { echo "not run\n"; }
    });
    $inner->start();
    echo "not reached\n";
});
$outer->start();
echo "not reached\n";
?>
--EXPECT--
bye
destroyed
shutdown
