<?php

register_shutdown_function(function () {
    echo "first shutdown\n";
    register_shutdown_function(function () {
        echo "nested shutdown\n";
        exit(7);
    });
});
register_shutdown_function(function ($a, $b) {
    echo "second $a $b\n";
}, 'x', 'y');
class D
{
    public function __destruct()
    {
        echo "destructor\n";
    }
}
function deep(D $d)
{
    try {
        ob_start();
        echo "buffered\n";
        exit("message\n");
    } catch (Throwable) {
        echo 'never';
    } finally {
        echo 'never';
    }
}
deep(new D());
