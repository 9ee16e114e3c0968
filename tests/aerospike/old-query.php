<?php
// Queries as programs for PHP 5 ask them: predicates by the static methods and as arrays, over bins, lists and maps.
$client = new Aerospike(array('hosts' => array(array('addr' => '127.0.0.1', 'port' => (int) $argv[1]))), false);
for ($i = 0; $i < 50; $i++) {
    $client->put($client->initKey('test', 'q', $i), array('age' => $i, 'email' => 'u' . ($i % 5) . '@x', 'tags' => array("t$i", 'all'), 'marks' => array('m' . ($i % 2) => $i)));
}
// Without an index the server refuses.
echo $client->query('test', 'q', Aerospike::predicateEquals('age', 7), 'count'), ' ', $client->errorno() == Aerospike::ERR_INDEX_NOT_FOUND ? 'no index' : $client->errorno(), "\n";
foreach (array(
    array('age', 'age_i', Aerospike::INDEX_TYPE_DEFAULT, Aerospike::INDEX_NUMERIC), array('email', 'email_i', Aerospike::INDEX_TYPE_DEFAULT, Aerospike::INDEX_STRING),
    array('tags', 'tags_i', Aerospike::INDEX_TYPE_LIST, Aerospike::INDEX_STRING), array('marks', 'keys_i', Aerospike::INDEX_TYPE_MAPKEYS, Aerospike::INDEX_STRING),
    array('marks', 'vals_i', Aerospike::INDEX_TYPE_MAPVALUES, Aerospike::INDEX_NUMERIC),
) as $index) {
    list($bin, $name, $type, $data) = $index;
    echo $client->addIndex('test', 'q', $bin, $name, $type, $data), ' ';
}
echo "\n";
$ask = function ($where, $select = array(), $options = array()) use ($client) {
    $found = array();
    $status = $client->query('test', 'q', $where, function ($record) use (&$found) { $found[] = isset($record['bins']['age']) ? $record['bins']['age'] : null; }, $select, $options);
    sort($found);
    echo $status, ' ', count($found), ' ', json_encode(array_slice($found, 0, 4)), "\n";
};
$ask(Aerospike::predicateEquals('age', 7));
$ask(Aerospike::predicateEquals('email', 'u3@x'), array('age'));
$ask(Aerospike::predicateBetween('age', 10, 19));
$ask(Aerospike::predicateContains('tags', Aerospike::INDEX_TYPE_LIST, 'all'));
$ask(Aerospike::predicateContains('tags', Aerospike::INDEX_TYPE_LIST, 't5'));
$ask(Aerospike::predicateContains('marks', Aerospike::INDEX_TYPE_MAPKEYS, 'm1'));
$ask(Aerospike::predicateRange('marks', Aerospike::INDEX_TYPE_MAPVALUES, 40, 44));
$ask(array('bin' => 'age', 'op' => Aerospike::OP_EQ, 'val' => 8));
$ask(array('bin' => 'age', 'op' => Aerospike::OP_BETWEEN, 'val' => array(48, 99)));
$ask(array('bin' => 'marks', 'index_type' => Aerospike::INDEX_TYPE_MAPVALUES, 'op' => Aerospike::OP_RANGE, 'val' => array(0, 1)));
$ask(array());
$ask(Aerospike::predicateBetween('age', 10, 11), array('email'));
$ask(Aerospike::predicateBetween('age', 10, 11), array(), array(Aerospike::OPT_QUERY_NOBINS => true));
$ask(Aerospike::predicateBetween('age', 30, 20));
// What is no predicate.
foreach (array(array('bin' => 'age'), array('bin' => 'age', 'op' => '<', 'val' => 1), array('op' => '=', 'val' => 1, 'more' => 2), array('bin' => 5, 'op' => '=', 'val' => 1), array('bin' => 'age', 'op' => 'BETWEEN', 'val' => 5)) as $where) {
    echo $client->query('test', 'q', $where, function () {}), ' ';
}
var_dump(Aerospike::predicateEquals('age', array(1)), Aerospike::predicateEquals('a_name_of_16_byt', 1), Aerospike::predicateContains('tags', 1, null));
echo $client->dropIndex('test', 'age_i'), ' ', $client->query('test', 'q', Aerospike::predicateEquals('age', 7), 'count'), "\n";
// Exactly false ends a query; records can be changed meanwhile.
$count = 0;
echo $client->query('test', 'q', Aerospike::predicateEquals('email', 'u1@x'), function ($record) use ($client, &$count) {
    $client->increment($client->initKey('test', 'q', 'sum'), 'sum', $record['bins']['age']);
    return ++$count < 3 ? true : false;
}), ' ', $count, ' ', $client->get($client->initKey('test', 'q', 'sum'), $record), "\n";
