<?php
// Batches as programs for PHP 5 ask for them: by key and digest, missing ones, filters, and keys that are none.
$client = new Aerospike(array('hosts' => array(array('addr' => '127.0.0.1', 'port' => (int) $argv[1]))), false);
if (!$client->isConnected()) {
    echo "Aerospike failed to connect[{$client->errorno()}]: {$client->error()}\n";
    exit(1);
}
$keys = array();
foreach (array('one' => 1, 'two' => 2, 'three' => 3) as $name => $number) {
    $key = $client->initKey('test', 'batch', $name);
    if ($number != 2) $client->put($key, array('number' => $number, 'name' => $name, 'list' => range(1, $number)));
    $keys[] = $key;
}
$keys[] = $client->initKey('test', 'batch', $client->getKeyDigest('test', 'batch', 'one'), true);
$status = $client->getMany($keys, $records);
if ($status == Aerospike::OK) {
    foreach ($records as $i => $record) {
        echo $i, ' ', isset($record['key']['key']) ? $record['key']['key'] : 'by digest', ' ', bin2hex($record['key']['digest']) === bin2hex($client->getKeyDigest('test', 'batch', $i == 3 ? 'one' : $keys[$i]['key'])) ? 'right' : 'wrong', ' ';
        echo is_null($record['metadata']) ? 'no record' : json_encode($record['bins']), "\n";
    }
}
$client->getMany($keys, $records, array('name', 'none'));
echo json_encode(array_map(function ($record) { return $record['bins']; }, $records)), "\n";
$client->getMany($keys, $records, array());
echo json_encode(array_map(function ($record) { return is_null($record['bins']) ? null : count($record['bins']); }, $records)), "\n";
$client->existsMany($keys, $metadata);
foreach ($metadata as $each) echo is_null($each['metadata']) ? '-' : $each['metadata']['generation'], ' ', implode(',', array_keys($each)), "\n";
// Keys that are none, filters that are none, and nothing to ask for.
var_dump($client->getMany(array(), $records), $records, $client->existsMany(array(), $metadata), $metadata);
var_dump($client->getMany(array(array('ns' => 'test', 'set' => 'batch')), $records), $client->errorno());
var_dump($client->getMany($keys, $records, array(5)), $client->getMany($keys, $records, null, 'options'), $client->getMany($keys, $records, null, array(Aerospike::OPT_READ_TIMEOUT => 'soon')));
var_dump($client->getMany($keys, $records, null, array(Aerospike::OPT_READ_TIMEOUT => 2000, Aerospike::USE_BATCH_DIRECT => false)), count($records));
// Many at once, over several messages' worth of answers.
$many = array();
for ($i = 0; $i < 3000; $i++) {
    $key = $client->initKey('test', 'many', $i);
    if ($i % 3) $client->put($key, array('i' => $i));
    $many[] = $key;
}
$client->getMany($many, $records);
$wrong = 0;
foreach ($records as $i => $record) {
    if ($i % 3 ? $record['bins'] !== array('i' => $i) : $record['bins'] !== null) $wrong++;
}
echo count($records), ' records, ', $wrong, " wrong\n";
