<?php

set_error_handler(function (int $no, string $message, string $file, int $line) {
    echo "[handler $no: $message, line $line]\n";
    return true;
});
echo $undefined;
$a = [];
echo $a['k'];
echo $a[5];
echo 'abc'[10] ?? 'default', "\n";
trigger_error('own warning', E_USER_WARNING);
trigger_error('own notice');
trigger_error('own deprecation', E_USER_DEPRECATED);
echo @$a['silenced'];
restore_error_handler();
set_error_handler(fn ($no, $m) => false, E_WARNING);
echo $a['shown'];
echo @$a['hidden'], "after\n";
restore_error_handler();
set_error_handler(function ($no, $message) {
    throw new ErrorException($message, 0, $no);
});
try {
    echo $a['thrown'];
} catch (ErrorException $e) {
    echo get_class($e), ' ', $e->getMessage(), ' ', $e->getSeverity(), "\n";
}
restore_error_handler();
error_reporting(E_ALL & ~E_WARNING);
echo $undefined2;
error_reporting(E_ALL);
var_dump(error_get_last()['message']);
error_clear_last();
var_dump(error_get_last());
try {
    @strpos();
} catch (ArgumentCountError $e) {
    echo $e->getMessage(), "\n";
}
