--TEST--
echo writes an array although the warning throws
--FILE--
<?php
set_error_handler(function ($n, $m) { throw new Exception($m); });
try {
    echo 'x', [], 'y';
} catch (Exception $e) {
    echo '|', $e->getMessage(), "\n";
}
?>
--EXPECT--
xArray|Array to string conversion
