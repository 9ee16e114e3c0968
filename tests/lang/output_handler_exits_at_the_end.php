<?php
// What is still buffered when a handler exits at the end of the request is lost; later shutdown functions have run before.
register_shutdown_function(function () { echo "shutdown\n"; });
echo "before\n";
ob_start();
echo "outer\n";
ob_start(function ($text) { exit("bye\n"); });
echo "inner\n";
