<?php
// How long single operations take: latency.php HOST:PORT OPERATIONS WRITE_EVERY, with the output of the raw loop:
// operations a second, and the median and the ninety-ninth percentile of an operation in microseconds.
[, $address, $operations, $every] = $argv;
[$host, $port] = explode(':', $address);
$db = new Aerospike(['hosts' => [['addr' => $host, 'port' => (int) $port]]], false);
$key = $db->initKey('test', 'rw-performance', getmypid());
$times = [];
$start = hrtime(true);
for ($i = 0; $i < $operations; $i++) {
    $before = hrtime(true);
    $status = $i === 0 || $every > 0 && $i % $every === 0 ? $db->put($key, ['v' => $i]) : $db->get($key, $record);
    $times[] = hrtime(true) - $before;
    if ($status !== Aerospike::OK) exit("$status: {$db->error()}\n");
}
$seconds = (hrtime(true) - $start) / 1e9;
sort($times);
$at = fn (float $part) => $times[(int) (($operations - 1) * $part)] / 1000;
printf("%.0f %.3f %.3f\n", $operations / $seconds, $at(0.5), $at(0.99));
