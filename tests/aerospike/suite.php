<?php
// Programs as those of the client's performance suite: writes, reads, both on one record, workers and their summary.
$port = (int) $argv[1];
function connect(int $port): Aerospike {
    $db = new Aerospike(['hosts' => [['addr' => 'localhost', 'port' => $port]]], false);
    if (!$db->isConnected()) { echo "not connected\n"; exit(1); }
    return $db;
}
exec('which pygmentize 2>&1', $output, $status);
var_dump(is_array($output), is_int($status));

// Writes one after another: a failed one is tried again with the same key.
$db = connect($port);
$key = $db->initKey('test', 'performance', 'write-0');
$failed = 0;
for ($i = 0, $v = 0; $i < 300; $i++) {
    $v++;
    $key['key'] = "write-$v";
    if ($db->put($key, array('v' => $v)) !== Aerospike::OK) { $v--; $failed++; }
}
echo "$v writes, $failed failed\n";
// Reads in order.
$failed = 0;
for ($i = 0, $v = 0; $i < 300; $i++) {
    $v++;
    $key['key'] = "write-$v";
    if ($db->get($key, $record) !== Aerospike::OK || $record['bins']['v'] !== $v) { $v--; $failed++; }
}
echo "$v reads, $failed failed\n";
$key['key'] = 'write-301';
echo $db->get($key, $record), ' Error [', $db->errorno(), '] ', $db->error(), "\n";

// Both on one record.
$key = $db->initKey('test', 'performance', 'read-write');
echo $db->remove($key), $db->errorno(), "\n";
$v = 1; $reads = $failed_reads = $failed_writes = 0; $writes = 1;
if ($db->put($key, ['v' => $v]) !== Aerospike::OK) exit(2);
for ($i = 1; $i < 500; $i++) {
    if ($i % 10 === 0) {
        $v++; $writes++;
        if ($db->put($key, ['v' => $v]) != Aerospike::OK) { $failed_writes++; $v--; }
    } else {
        $reads++;
        if ($db->get($key, $record) != Aerospike::OK || $record['bins']['v'] != $v) $failed_reads++;
    }
}
echo "500 serial operations, $reads reads, $writes writes; $failed_reads and $failed_writes failed\n";
echo $db->close(), "\n";
// Options with their values attached; a port that is a string is refused.
$worker = <<<'PHP'
<?php
$given = getopt('h::p::n::w::', ['host::', 'port::', 'num-ops::', 'write-every::', 'help']);
$rest = array_slice($argv, 1 + count($given));
echo 'launched with process ID ', getmypid() > 0, "\n";
$db = new Aerospike(['hosts' => [['addr' => $given['h'] ?? $given['host'] ?? 'localhost', 'port' => isset($given['p']) ? (int) $given['p'] : $given['port']]]], false);
$key = $db->initKey('test', 'rw-performance', getmypid());
$failed = [0, 0]; $done = [0, 0];
for ($i = 0; $i < (int) $given['n']; $i++) {
    $writes = $i % (int) $given['w'] === 0;
    $done[$writes]++;
    if (($writes ? $db->put($key, ['v' => $i]) : $db->get($key, $record)) !== Aerospike::OK) $failed[$writes]++;
}
file_put_contents($rest[0], implode('|', [getmypid(), $i, 0.5, $i / 0.5, $done[0], $failed[0], $done[1], $failed[1]]) . "\n", FILE_APPEND);
$db->close();
PHP;
file_put_contents('worker.php', $worker);
$php = escapeshellarg(PHP_BINARY);
$all = [];
for ($i = 0; $i < 4; $i++) $all[] = proc_open("$php worker.php -hlocalhost -p$port -n500 -w10 log", [1 => ['pipe', 'w']], $pipes[$i]);
foreach ($all as $i => $process) { echo stream_get_contents($pipes[$i][1]); echo proc_close($process), "\n"; }
$sum = array_fill(0, 8, 0);
foreach (array_filter(array_map('trim', explode("\n", file_get_contents('log')))) as $line) foreach (explode('|', $line) as $at => $field) $sum[$at] += $field;
$percent = fn ($all, $failed) => "$all with $failed failed (" . ($all - $failed) / $all * 100 . "% success)";
echo 'Writes: ', $percent($sum[6], $sum[7]), "\nReads: ", $percent($sum[4], $sum[5]), "\n$sum[1] transactions\n";
echo preg_match("/Uncaught Exception: port must be a number/", shell_exec("$php worker.php --port=$port -n1 -w1 log 2>&1")), "\n";
