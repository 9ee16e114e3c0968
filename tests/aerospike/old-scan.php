<?php
// Scans as programs for PHP 5 run them: functions by name and by method, counts by reference, stops, options.
$client = new Aerospike(array('hosts' => array(array('addr' => '127.0.0.1', 'port' => (int) $argv[1]))), false);
for ($i = 1; $i <= 100; $i++) $client->put($client->initKey('test', 'people', $i), array('age' => $i, 'name' => "n$i"), 0, array(Aerospike::OPT_POLICY_KEY => Aerospike::POLICY_KEY_SEND));
$total = 0;
function add($record) {
    global $total;
    $total += $record['bins']['age'];
}
class Collector {
    public $seen = array();
    public static $count = 0;
    function take($record) { $this->seen[$record['key']['key']] = array_keys($record['bins']); }
    static function count($record) { self::$count++; }
    function __invoke($record) { return count($this->seen) < 5; }
}
echo $client->scan('test', 'people', 'add'), ' ', $total, "\n";
$collector = new Collector();
echo $client->scan('test', 'people', array($collector, 'take'), array('name')), ' ', count($collector->seen), ' ', json_encode($collector->seen[42]), "\n";
echo $client->scan('test', 'people', array('Collector', 'count')), $client->scan('test', 'people', 'Collector::count'), ' ', Collector::$count, "\n";
echo $client->scan('test', 'people', $collector), "\n";
// Exactly false ends a scan.
foreach (array(false, null, 0, '') as $answer) {
    $processed = 0;
    $status = $client->scan('test', 'people', function ($record) use (&$processed, $answer) {
        if (++$processed === 10) return $answer;
    });
    echo json_encode($answer), ' ', $status, ' ', $processed, "\n";
}
// Without bins there is metadata; without a set's name, all sets.
$client->scan('test', 'people', function ($record) use (&$last) { $last = $record; return false; }, array(), array(Aerospike::OPT_SCAN_NOBINS => true));
echo json_encode(array_keys($last)), json_encode($last['bins']), ' ', $last['metadata']['generation'], "\n";
$client->put($client->initKey('test', 'others', 1), array('a' => 1));
$sets = array();
$client->scan('test', '', function ($record) use (&$sets) { $set = $record['key']['set']; $sets[$set] = isset($sets[$set]) ? $sets[$set] + 1 : 1; });
ksort($sets);
echo json_encode($sets), "\n";
foreach (array(Aerospike::OPT_SCAN_PRIORITY => Aerospike::SCAN_PRIORITY_HIGH, Aerospike::OPT_SCAN_CONCURRENTLY => true, Aerospike::OPT_SCAN_PERCENTAGE => 100, Aerospike::OPT_READ_TIMEOUT => 5000, Aerospike::OPT_SCAN_RPS_LIMIT => 0) as $option => $value) {
    $count = 0;
    echo $client->scan('test', 'people', function () use (&$count) { $count++; }, null, array($option => $value)), ' ', $count, "\n";
}
foreach (array(Aerospike::OPT_SCAN_PRIORITY, Aerospike::OPT_SCAN_CONCURRENTLY, Aerospike::OPT_SCAN_NOBINS, Aerospike::OPT_SCAN_PERCENTAGE) as $option) echo $client->scan('test', 'people', 'add', null, array($option => 'much')), ' ';
echo $client->errorno(), "\n";
// A scan in a scan, a write in a scan, an exception out of a scan, and the client works on.
$pairs = 0;
$client->scan('test', 'others', function ($outer) use ($client, &$pairs) {
    $client->scan('test', 'people', function ($inner) use (&$pairs) { $pairs++; });
    $client->put($client->initKey('test', 'written', 1), array('by' => 'scan'));
});
try {
    $client->scan('test', 'people', function () { throw new DomainException('enough'); });
} catch (DomainException $e) {
    echo $e->getMessage(), ' ';
}
echo $pairs, ' ', $client->get($client->initKey('test', 'written', 1), $record), ' ', $record['bins']['by'], "\n";
echo $client->scan('none', 'people', 'add'), ' ', $client->errorno() == Aerospike::ERR_NAMESPACE_NOT_FOUND ? 'no such namespace' : $client->errorno(), ' ', $client->scan('test', 'nobody', 'add'), "\n";
try { $client->scan('test', 'people', 'no_such_function'); } catch (TypeError $e) { echo get_class($e), ' ', $client->errorno(), "\n"; }
