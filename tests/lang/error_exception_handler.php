<?php

set_exception_handler(function (Throwable $e) {
    echo 'handler got ', get_class($e), ': ', $e->getMessage(), "\n";
    echo $e->getPrevious()?->getMessage(), "\n";
});
register_shutdown_function(function () {
    echo "shutdown\n";
});
class D
{
    public function __destruct()
    {
        echo "destructed\n";
    }
}
$d = new D();
try {
    throw new TypeError('first');
} finally {
    throw new Exception('second');
}
