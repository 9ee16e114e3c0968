<?php
// Batches, scans, queries, indexes, info.
$db = new Aerospike(['hosts' => [['addr' => '127.0.0.1', 'port' => (int) $argv[1]]]], false);
for ($i = 0; $i < 500; $i++) {
    $status = $db->put($db->initKey('test', 'many', $i), ['i' => $i, 's' => 's' . $i % 10, 'l' => [$i, $i % 7], 'm' => ['k' . $i % 5 => $i % 3]], 0,
        [Aerospike::OPT_POLICY_KEY => Aerospike::POLICY_KEY_SEND]);
    if ($status) echo $status, $db->error(), "\n";
}
$keys = array_map(fn ($i) => $db->initKey('test', 'many', $i), [3, 499, 500, 1]);
echo $db->getMany($keys, $records), "\n";
foreach ($records as $record) echo json_encode([$record['key']['key'], $record['metadata']['generation'] ?? null, $record['bins']]), "\n";
echo $db->getMany($keys, $records, ['i']), json_encode(array_column($records, 'bins')), "\n";
echo $db->existsMany($keys, $metadata), json_encode(array_map(fn ($m) => $m['metadata']['ttl'] ?? null, $metadata)), "\n";
$found = [];
echo $db->scan('test', 'many', function ($record) use (&$found) { $found[] = $record['bins']['i']; }), "\n";
sort($found);
var_dump($found === range(0, 499));
$count = 0;
echo $db->scan('test', 'many', function ($record) use (&$count) { return ++$count < 7; }, ['i']), " $count\n";
try { $db->scan('test', 'many', function () { throw new LogicException('from the callback'); }); } catch (LogicException $error) { echo $error->getMessage(), "\n"; }
echo $db->addIndex('test', 'many', 'i', 'by_i', Aerospike::INDEX_TYPE_DEFAULT, Aerospike::INDEX_NUMERIC), "\n";
echo $db->addIndex('test', 'many', 's', 'by_s', Aerospike::INDEX_TYPE_DEFAULT, Aerospike::INDEX_STRING), "\n";
echo $db->addIndex('test', 'many', 'l', 'by_l', Aerospike::INDEX_TYPE_LIST, Aerospike::INDEX_NUMERIC), "\n";
echo $db->addIndex('test', 'many', 'm', 'by_m', Aerospike::INDEX_TYPE_MAPKEYS, Aerospike::INDEX_STRING), "\n";
echo $db->addIndex('test', 'many', 'x', 'by_i', Aerospike::INDEX_TYPE_DEFAULT, Aerospike::INDEX_STRING), ' ', $db->error(), "\n";
$query = function (array $where) use ($db) {
    $found = [];
    $status = $db->query('test', 'many', $where, function ($record) use (&$found) { $found[] = $record['bins']['i']; }, ['i']);
    sort($found);
    echo $status, ' ', count($found), ' ', json_encode(array_slice($found, 0, 5)), "\n";
};
$query(Aerospike::predicateBetween('i', 10, 19));
$query(Aerospike::predicateEquals('s', 's3'));
$query(Aerospike::predicateContains('l', Aerospike::INDEX_TYPE_LIST, 450));
$query(Aerospike::predicateContains('m', Aerospike::INDEX_TYPE_MAPKEYS, 'k4'));
$query([]);
$query(Aerospike::predicateEquals('none', 1));
echo json_encode([Aerospike::predicateEquals('b', 1), Aerospike::predicateRange('b', 1, 2, 3), Aerospike::predicateGeoContainsPoint('b', 1.5, 2),
    Aerospike::predicateEquals('b', 1.5), Aerospike::predicateEquals('a name that is too long', 1)]), "\n";
echo $db->dropIndex('test', 'by_i'), $db->dropIndex('test', 'by_i'), ' ', $db->error(), "\n";
echo $db->info('namespaces', $response), ' ', json_encode($response), "\n";
echo json_encode(array_values($db->infoMany('namespaces'))), json_encode($db->getNodes()[0]['addr']), "\n";
echo $db->apply($keys[0], 'module', 'function', [1], $returned), ' ', $db->error(), "\n";
echo $db->createUser('ada', 'secret', ['read']), $db->queryUsers($users), ' ', $db->grantPrivileges('r', [['code' => Aerospike::PRIV_READ, 'ns' => 'test']]), "\n";
echo $db->truncate('test', 'many', 0), "\n";
$count = 0;
echo $db->scan('test', 'many', function () use (&$count) { $count++; }), " $count\n";
