<?php
// How long operations take: latency.php HOST:PORT OPERATIONS WRITE_EVERY. Prints as the raw loop operations a second, the
// median and the ninety-ninth percentile of an operation in microseconds; then operations a second again, without a look
// at the clock around each: by the median of a run of fifty, which the other work of a busy machine does not touch.
[, $address, $operations, $every] = $argv;
[$host, $port] = explode(':', $address);
[$operations, $every] = [(int) $operations, (int) $every];
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
$runs = [];
for ($i = 0; $i < $operations;) {
    $before = hrtime(true);
    for ($end = $i + 50; $i < $end; $i++) {
        if ($every > 0 && $i % $every === 0) {
            $status = $db->put($key, ['v' => $i]);
        } else {
            $status = $db->get($key, $record);
        }
        if ($status !== Aerospike::OK) exit("$status: {$db->error()}\n");
    }
    $runs[] = hrtime(true) - $before;
}
sort($runs);
printf("%.0f %.3f %.3f %.0f\n", $operations / $seconds, $at(0.5), $at(0.99), 50e9 / $runs[count($runs) >> 1]);
