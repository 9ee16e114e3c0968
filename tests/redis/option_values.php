<?php
// Options are kept in numbers of their own size, and read back so; without a connection there is nothing to keep alive.
require 'inc/common.php';
$values = [PHP_INT_MAX, PHP_INT_MIN, 4294967296, 4294967297, 2147483647, 2147483648, -1, 0, 1, 3, 7, 1.5, '7', 'x', true, null];
foreach ([new Redis, client()] as $redis) {
    foreach (['MAX_RETRIES', 'BACKOFF_BASE', 'BACKOFF_CAP', 'COMPRESSION_LEVEL', 'TCP_KEEPALIVE'] as $name) {
        foreach ($values as $value) {
            $set = $redis->setOption(constant("Redis::OPT_$name"), $value);
            echo $name, ' ', json_encode([$value, $set, $redis->getOption(constant("Redis::OPT_$name"))]), "\n";
        }
    }
}
