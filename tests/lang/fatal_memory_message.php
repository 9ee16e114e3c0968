<?php

// The text up to the size asked for, which is the engine's own affair.
register_shutdown_function(function () {
    $e = error_get_last();
    echo "\n", $e['type'] === E_ERROR ? 'E_ERROR ' : '', preg_replace('/tried to allocate \d+ bytes/', 'tried to allocate N bytes', $e['message']), "\n";
});
ini_set('display_errors', '0');
ini_set('memory_limit', '16M');
$list = [];
while (true) {
    $list[] = str_repeat('x', 1000);
}
