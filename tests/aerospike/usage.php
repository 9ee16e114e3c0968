<?php
// The client as programs for PHP 7 use it: statuses are compared, records are printed, callbacks fill arrays.
$config = ['hosts' => [['addr' => '127.0.0.1', 'port' => (int) $argv[1]]], 'shm' => []];
$client = new Aerospike($config, true, [Aerospike::OPT_POLICY_KEY => Aerospike::POLICY_KEY_SEND]);
if (!$client->isConnected()) {
    echo "Aerospike failed to connect[{$client->errorno()}]: {$client->error()}\n";
    exit(1);
}
$hide = fn (array $record) => (function () use ($record) { $record['key']['digest'] = bin2hex($record['key']['digest']); return $record; })();
$key = $client->initKey('test', 'users', 1234);
print_r($key);
$status = $client->put($key, ['name' => 'Ada', 'age' => 36, 'email' => 'ada@example.com', 'scores' => [1, 2.5, 'x'], 'more' => ['a' => ['b' => true], 5 => null]], 1000);
echo $status === Aerospike::OK ? "Record written.\n" : "[{$client->errorno()}] {$client->error()}\n";
$status = $client->get($key, $record);
$record['metadata']['ttl'] = $record['metadata']['ttl'] > 990;
print_r($hide($record));
$client->get($key, $record, ['email', 'missing']);
var_dump($record['bins']);
var_dump($client->exists($key, $metadata), array_keys($metadata), $client->getKeyDigest('test', 'users', 1234) === $record['key']['digest']);
$by_digest = $client->initKey('test', 'users', $record['key']['digest'], true);
var_dump($client->get($by_digest, $record), $record['bins']['name'], $record['key']['key']);

// Generations.
$gen = fn (int $policy, int $generation) => [Aerospike::OPT_POLICY_GEN => [$policy, $generation]];
var_dump($client->put($key, ['age' => 37], 0, $gen(Aerospike::POLICY_GEN_EQ, 1)), $client->put($key, ['age' => 38], 0, $gen(Aerospike::POLICY_GEN_EQ, 1)) === Aerospike::ERR_RECORD_GENERATION,
    $client->put($key, ['age' => 39], 0, $gen(Aerospike::POLICY_GEN_GT, 9)), $client->put($key, ['age' => 40], 0, $gen(Aerospike::POLICY_GEN_GT, 3)), $client->error());
// Existence.
foreach (['IGNORE', 'CREATE', 'UPDATE', 'REPLACE', 'CREATE_OR_REPLACE'] as $name) {
    $options = [Aerospike::OPT_POLICY_EXISTS => constant("Aerospike::POLICY_EXISTS_$name")];
    $fresh = $client->initKey('test', 'users', "exists-$name");
    $client->remove($fresh);
    $statuses = [$client->put($fresh, ['a' => 1], 0, $options), $client->put($fresh, ['b' => 2], 0, $options)];
    $client->put($fresh, ['c' => 3]);
    $statuses[] = $client->put($fresh, ['d' => 4], 0, $options);
    $client->get($fresh, $record);
    echo $name, ' ', implode(' ', $statuses), ' ', implode(',', array_keys($record['bins'] ?? [])), "\n";
}

// Several operations on one record.
$status = $client->operate($key, [
    ['op' => Aerospike::OPERATOR_APPEND, 'bin' => 'name', 'val' => ' Lovelace'],
    ['op' => Aerospike::OPERATOR_READ, 'bin' => 'name'],
    ['op' => Aerospike::OPERATOR_INCR, 'bin' => 'age', 'val' => 1],
    ['op' => Aerospike::OPERATOR_READ, 'bin' => 'age'],
    ['op' => Aerospike::OPERATOR_TOUCH, 'ttl' => 500],
], $returned);
print_r($returned);
$status = $client->operateOrdered($key, [
    ['op' => Aerospike::OP_LIST_APPEND, 'bin' => 'events', 'val' => 1], ['op' => Aerospike::OP_LIST_MERGE, 'bin' => 'events', 'val' => [2, 3, 4]],
    ['op' => Aerospike::OP_LIST_SIZE, 'bin' => 'events'], ['op' => Aerospike::OP_LIST_GET, 'bin' => 'events', 'index' => -1],
    ['op' => Aerospike::OP_LIST_POP_RANGE, 'bin' => 'events', 'index' => 0, 'val' => 2], ['op' => Aerospike::OPERATOR_READ, 'bin' => 'events'],
], $returned);
echo $status, json_encode($returned), "\n";
$policy = [Aerospike::OPT_MAP_ORDER => Aerospike::AS_MAP_KEY_ORDERED];
$status = $client->operateOrdered($key, [
    ['op' => Aerospike::OP_MAP_PUT_ITEMS, 'bin' => 'map', 'val' => ['z' => 1, 'a' => 5, 'k' => 3], 'map_policy' => $policy],
    ['op' => Aerospike::OP_MAP_GET_BY_INDEX_RANGE, 'bin' => 'map', 'index' => 0, 'count' => 2, 'return_type' => Aerospike::MAP_RETURN_KEY],
    ['op' => Aerospike::OP_MAP_GET_BY_RANK, 'bin' => 'map', 'rank' => -1, 'return_type' => Aerospike::MAP_RETURN_VALUE],
    ['op' => Aerospike::OP_MAP_INCREMENT, 'bin' => 'map', 'key' => 'z', 'val' => 10, 'map_policy' => $policy],
    ['op' => Aerospike::OP_MAP_REMOVE_BY_KEY, 'bin' => 'map', 'key' => 'k', 'return_type' => Aerospike::MAP_RETURN_NONE],
    ['op' => Aerospike::OP_MAP_SIZE, 'bin' => 'map'], ['op' => Aerospike::OPERATOR_READ, 'bin' => 'map'],
], $returned);
echo $status, json_encode($returned), "\n";
var_dump($client->listInsertItems($key, 'events', 0, ['first', 'second']), $client->listGetRange($key, 'events', 0, 3, $elements), $elements,
    $client->listSet($key, 'events', 9, 'x'), $client->listGet($key, 'events', 99, $element), $element, $client->error());

// Batches.
$keys = array_map(fn ($name) => $client->initKey('test', 'users', $name), [1234, 'nobody', 'exists-CREATE']);
$client->getMany($keys, $records, ['a', 'name']);
foreach ($records as $record) {
    echo $record['key']['key'], ': ', $record['metadata'] === null ? 'no record' : json_encode($record['bins']), "\n";
}
$client->existsMany($keys, $metadata);
echo count(array_filter($metadata, fn ($each) => $each['metadata'] !== null)), " of them exist\n";

// Streams.
$total = $found = 0;
$client->addIndex('test', 'users', 'age', 'idx_age', Aerospike::INDEX_TYPE_DEFAULT, Aerospike::INDEX_NUMERIC);
foreach (range(20, 59) as $age) $client->put($client->initKey('test', 'users', "age-$age"), ['age' => $age, 'email' => "user$age@example.com"]);
$status = $client->query('test', 'users', Aerospike::predicateBetween('age', 30, 39), function ($record) use (&$total, &$found) {
    $total += $record['bins']['age'];
    $found++;
}, ['email', 'age']);
echo "$status: the average of $found in their thirties is ", $total / $found, "\n";
$processed = 0;
$status = $client->scan('test', 'users', function ($record) use (&$processed) {
    if (!is_null($record['bins']['email'] ?? null) && ++$processed > 19) return false;
}, ['email'], [Aerospike::OPT_SCAN_PRIORITY => Aerospike::SCAN_PRIORITY_MEDIUM]);
echo $status == Aerospike::OK || $status == Aerospike::ERR_SCAN_ABORTED ? "a sample of $processed records is enough\n" : "[{$client->errorno()}] {$client->error()}\n";
var_dump($client->scanInfo(1, $info) === Aerospike::ERR_RECORD_NOT_FOUND, $info, $client->jobInfo(1, Aerospike::JOB_QUERY, $info), $client->jobInfo(1, 'other', $info));
var_dump($client->dropIndex('test', 'idx_age'));

// Values of all kinds, and who makes bytes of them.
class Point { public function __construct(public int $x = 0, private ?Point $next = null) {} }
$values = ['null' => null, 'bool' => true, 'float' => -0.0, 'object' => new Point(1, new Point(2)), 'bytes' => new Aerospike\Bytes("\x00\xff"),
    'geo' => Aerospike\GeoJSON::fromArray(['type' => 'Point', 'coordinates' => [-122.0, 37.5]]), 'nested' => [[[]], ['k' => [null, new Point]]]];
$client->put($key = $client->initKey('test', 'values', 'all'), $values);
$client->get($key, $record);
var_dump($record['bins'] == $values, get_class($record['bins']['bytes']), (string) $record['bins']['geo']);
Aerospike::setSerializer(fn ($value) => 'mine:' . serialize($value));
Aerospike::setDeserializer(fn (string $text) => str_starts_with($text, 'mine:') ? unserialize(substr($text, 5)) : "bytes of $text");
$client->put($key, ['object' => new Point(7), 'bytes' => new Aerospike\Bytes('raw')], 0, [Aerospike::OPT_SERIALIZER => Aerospike::SERIALIZER_USER]);
$client->get($key, $record, ['object', 'bytes']);
var_dump($record['bins']);
var_dump($client->put($key, ['object' => new Point], 0, [Aerospike::OPT_SERIALIZER => Aerospike::SERIALIZER_NONE]), $client->error());

// The end.
var_dump($client->touch($key, 5), $client->removeBin($key, ['null', 'bool']), $client->remove($key), $client->remove($key), $client->error(), $client->errorInDoubt());
var_dump($client->truncate('test', 'users', 0), $client->exists($keys[0], $metadata), $metadata, $client->close(), $client->isConnected());
