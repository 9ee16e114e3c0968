<?php
// One worker: operations on a record of its own, and a line for the log.
// worker.php -hHOST -pPORT -nOPERATIONS -wWRITE_EVERY [-rREADS_ONLY] LOG
$given = getopt('h::p::n::w::', [], $rest);
$log = $argv[$rest] ?? exit("no log file\n");
$operations = (int) ($given['n'] ?? 100000);
$every = (int) ($given['w'] ?? 10);
$db = new Aerospike(['hosts' => [['addr' => $given['h'] ?? '127.0.0.1', 'port' => (int) ($given['p'] ?? 3000)]]], false);
$key = $db->initKey('test', 'rw-performance', getmypid());
$reads = $writes = $failed_reads = $failed_writes = 0;
$memory = memory_get_usage();
$start = microtime(true);
$writes++;
if ($db->put($key, ['v' => 0]) !== Aerospike::OK) {
    $failed_writes++;
}
for ($i = 1; $i < $operations; $i++) {
    // 0 is reads alone.
    if ($every > 0 && $i % $every === 0) {
        $writes++;
        if ($db->put($key, ['v' => $i]) !== Aerospike::OK) {
            $failed_writes++;
        }
    } else {
        $reads++;
        if ($db->get($key, $record) !== Aerospike::OK) {
            $failed_reads++;
        }
    }
}
$time = microtime(true) - $start;
$line = [getmypid(), $operations, $time, $operations / $time, $reads, $failed_reads, $writes, $failed_writes];
file_put_contents($log, implode('|', $line) . "\n", FILE_APPEND);
if (getenv('MEMORY')) {
    printf("memory: %d bytes before, %d after, %d at most\n", $memory, memory_get_usage(), memory_get_peak_usage());
}
$db->close();
