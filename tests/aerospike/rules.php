<?php
// What the description of the client for PHP 7 says of arguments, statuses and values, rule by rule.
$port = (int) $argv[1];
$checks = $wrong = 0;
function check(string $what, mixed $got, mixed $want): void {
    global $checks, $wrong;
    $checks++;
    if (serialize($got) === serialize($want)) return;
    $wrong++;
    echo "$what: ", json_encode($got, JSON_PARTIAL_OUTPUT_ON_ERROR), ' is not ', json_encode($want), "\n";
}
function thrown(callable $act): ?string {
    try { $act(); return null; } catch (Throwable $error) { return get_class($error); }
}
function words(callable $act): ?string {
    try { $act(); return null; } catch (Throwable $error) { return $error->getMessage(); }
}
$hosts = ['hosts' => [['addr' => '127.0.0.1', 'port' => $port]]];
$db = new Aerospike($hosts, false);

// The constructor.
foreach ([[[], 'An entry for hosts must be included in the config array'], [['hosts' => 1], 'hosts entry must be an array'],
    [['hosts' => [1]], 'host entry must be an array'], [['hosts' => [[1]]], 'host entry must contain 2 or 3 elements'],
    [['hosts' => [[1, 2]]], "host entry must contain the keys 'addr' and 'port'"],
    [['hosts' => [['addr' => 1, 'port' => 2]]], 'hostname must be a string'],
    [['hosts' => [['addr' => 'a', 'port' => '2']]], 'port must be a number'],
    [['hosts' => [['addr' => 'a', 'port' => 2, 'tls_name' => 3]]], 'TLS name must be a string'],
    [['hosts' => [['addr' => '127.0.0.1', 'port' => 1]]], 'Failed to connect']] as [$config, $message]) {
    check($message, words(fn () => new Aerospike($config, false)), $message);
}
foreach ([1, 2, 3, 4, 5, 6, 13, 15, 16, 17, 18] as $option) {
    check("option $option", words(fn () => new Aerospike($hosts, false, [$option => 'x'])), 'Invalid policy values');
}
check('class of it', thrown(fn () => new Aerospike([])), 'Exception');
check('properties', get_object_vars($db), ['errorno' => 0, 'error' => '']);

// Connected or not.
$closed = new Aerospike($hosts, false);
$key = $db->initKey('test', 'rules', 'k');
check('reconnect', [$closed->reconnect(), $closed->error()], [-1, 'Client already connected']);
check('close', $closed->close(), 0);
foreach (['put' => [$key, ['a' => 1]], 'exists' => [$key, &$x], 'remove' => [$key], 'removeBin' => [$key, ['a']], 'append' => [$key, 'a', 'b'],
    'getMany' => [[$key], &$x], 'existsMany' => [[$key], &$x], 'scan' => ['test', 'rules', fn () => 1], 'query' => ['test', 'rules', [], fn () => 1],
    'info' => ['x', &$x], 'truncate' => ['test', null, 0], 'addIndex' => ['test', 's', 'b', 'n', 0, 0], 'dropIndex' => ['test', 'n'],
    'apply' => [$key, 'm', 'f'], 'aggregate' => ['test', 's', [], 'm', 'f', [], &$x], 'register' => ['p', 'm'], 'jobInfo' => [1, 'scan', &$x],
    'scanInfo' => [1, &$x], 'queryUsers' => [&$x], 'operate' => [$key, [['op' => 1, 'bin' => 'a']]], 'put ' => [1, 2]] as $method => $arguments) {
    check("$method closed", $closed->{trim($method)}(...$arguments), 11);
}
check('words', $closed->error(), 'Not connected');
foreach (['increment' => [$key, 'a', 1], 'touch' => [$key], 'prepend' => [$key, 'a', 'b'], 'listSize' => [$key, 'a', &$x], 'listAppend' => [$key, 'a', 1],
    'listClear' => [$key, 'a'], 'listMerge' => [$key, 'a', []], 'listGet' => [$key, 'a', 0, &$x], 'listRemove' => [$key, 'a', 0],
    'listTrim' => [$key, 'a', 0, 1]] as $method => $arguments) {
    check("$method closed", $closed->$method(...$arguments), -1);
}
check('infoMany closed', [$closed->infoMany('x'), $closed->errorno()], [null, 11]);
check('operate closed, wrong types', thrown(fn () => $closed->operate(1, 2)), 'TypeError');
check('no connection needed', [$closed->initKey('a', 'b', 1), strlen($closed->getKeyDigest('a', 'b', 1))], [['ns' => 'a', 'set' => 'b', 'key' => 1], 20]);
$raw = (new ReflectionClass('Aerospike'))->newInstanceWithoutConstructor();
check('not constructed', [$raw->put($key, ['a' => 1]), $raw->close()], [-1, -1]);

// Keys.
check('digest', $db->initKey('t', 's', str_repeat('d', 20), true), ['ns' => 't', 'set' => 's', 'digest' => str_repeat('d', 20)]);
check('short digest', [$db->initKey('t', 's', 'd', true), $db->errorno()], [null, -2]);
check('number as digest', [$db->initKey('t', 's', 5, true), $db->errorno()], [null, 0]);
check('array as key', [$db->initKey('t', 's', []), $db->errorno()], [null, -2]);
check('namespace not in the digest', $db->getKeyDigest('a', 's', 1), $db->getKeyDigest('b', 's', 1));
check('int digest', bin2hex($db->getKeyDigest('a', 's', 1)), hash('ripemd160', "s\x01" . pack('J', 1)));
check('string digest', bin2hex($db->getKeyDigest('a', 's', '1')), hash('ripemd160', "s\x031"));
foreach ([['ns' => 1, 'set' => 's', 'key' => 1], ['set' => 's', 'key' => 1], ['ns' => 'test', 'key' => 1], ['ns' => 'test', 'set' => 's'],
    ['ns' => 'test', 'set' => 's', 'digest' => 'x'], ['ns' => 'test', 'set' => 's', 'key' => 1.5]] as $bad) {
    check('bad key', [$db->put($bad, ['a' => 1]), $db->errorno()], [-2, -2]);
}

// Puts.
foreach ([[5, -2], [[], -2], [[5 => 1], -2], [['5' => 1], -2], [['a23456789012345' => 1], 0], [['a234567890123456' => 1], 21]] as [$bins, $status]) {
    check('put ' . json_encode($bins), [$db->put($key, $bins), $db->errorno()], [$status, $status]);
}
check('ttl', [$db->put($key, ['a' => 1], 'x'), $db->put($key, ['a' => 1], null), $db->put($key, ['a' => 1], 1.5)], [-2, 0, -2]);
check('options', [$db->put($key, ['a' => 1], 0, 5), $db->put($key, ['a' => 1], 0, null)], [-2, 0]);
foreach ([[Aerospike::OPT_SERIALIZER => 'x'], [Aerospike::OPT_POLICY_GEN => 1], [Aerospike::OPT_POLICY_GEN => [1, 'x']], [Aerospike::OPT_TTL => 'x']] as $options) {
    check('options ' . json_encode($options), $db->put($key, ['a' => 1], 0, $options), -2);
}
check('ignored', $db->put($key, ['a' => 1], 0, [Aerospike::OPT_WRITE_TIMEOUT => 'x', Aerospike::OPT_MAX_RETRIES => [], 999 => 1, 'x' => 2]), 0);
check('wrong types', [thrown(fn () => $db->put('x', ['a' => 1])), $db->errorno()], ['TypeError', -2]);
check('too few', thrown(fn () => $db->put()), 'ArgumentCountError');

// Gets.
$db->remove($key);
$db->put($key, ['a' => 1, 'b' => 'x']);
check('get', [$db->get($key, $record), array_keys($record), array_keys($record['key']), array_keys($record['metadata']), $record['bins']],
    [0, ['key', 'metadata', 'bins'], ['ns', 'set', 'key', 'digest'], ['ttl', 'generation'], ['a' => 1, 'b' => 'x']]);
check('key of a get', [$record['key']['key'], strlen($record['key']['digest']), $record['metadata']['ttl']], [null, 20, 4294967295]);
$db->get($key, $record, null, [Aerospike::OPT_POLICY_KEY => Aerospike::POLICY_KEY_SEND]);
check('key that was sent', $record['key']['key'], 'k');
foreach ([[['a'], 0], [null, 0], [[1], -2], [['a234567890123456'], -2], [['x' => 'a'], -2]] as [$filter, $status]) {
    check('filter ' . json_encode($filter), $db->get($key, $record, $filter), $status);
}
$none = $db->initKey('test', 'rules', 'none');
check('nothing', [$db->get($none, $record), $record, $db->exists($none, $metadata), $metadata], [2, [], 2, null]);
check('many', [$db->getMany([$key, $none], $records), count($records), $records[1]['metadata'], $records[1]['bins'], $records[0]['key']['key']], [0, 2, null, null, 'k']);
check('exist many', [$db->existsMany([$none, $key], $records), $records[0]['metadata'], isset($records[1]['metadata']['ttl'])], [0, null, true]);
check('bad key among many', [$db->getMany([['ns' => 'test', 'set' => 's', 'key' => 1.5]], $records), $records], [0, []]);
check('bad digest among many', $db->getMany([['ns' => 'test', 'set' => 's', 'digest' => 'x']], $records), -2);

// Numbers and texts.
check('increments', [$db->increment($key, 'a', 2), $db->increment($key, 'a', '3'), $db->increment($key, 'a', 'x'), $db->increment($key, 'a', []), $db->increment($key, 'b', 1)], [0, 0, -2, -2, 12]);
check('increment of nothing', [$db->increment($key, 'f', 1.5), $db->increment($key, 'f', '0.5')], [0, 0]);
check('joins', [$db->append($key, 'b', 'y'), $db->prepend($key, 'b', 'w'), $db->append($key, 'a', 'y'), $db->append($key, 'a234567890123456', 'y')], [0, 0, 12, -2]);
$db->get($key, $record);
check('what they made', $record['bins'], ['a' => 6, 'b' => 'wxy', 'f' => 2.0]);
check('touch', [$db->touch($key, 77), $db->touch($none), thrown(fn () => $db->touch($key, []))], [0, 2, 'TypeError']);
check('remove bins', [$db->removeBin($key, ['f']), $db->removeBin($key, ['a234567890123456']), $db->removeBin($key, [5])], [0, -2, -2]);

// Values.
$back = function (mixed $value, array $options = []) use ($db, $key) {
    $status = $db->put($key, ['v' => $value], 0, $options);
    if ($status) return $status;
    $db->get($key, $record);
    return $record['bins']['v'];
};
foreach ([1, -1, PHP_INT_MIN, 1.5, '', 'x', [], [1, [2, ['a' => 3]]], ['a' => 1, 7 => 2], null, true, false, new Aerospike\Bytes("a\0b"), ['k' => null]] as $value) {
    check('value', $back($value), $value);
}
check('geo', $back(new Aerospike\GeoJSON((object) ['type' => 'Point', 'coordinates' => [1, 2]]))->toArray(), ['type' => 'Point', 'coordinates' => [1, 2]]);
check('numeric keys', $back(['5' => 'a', '05' => 'b']), [5 => 'a', '05' => 'b']);
foreach ([[null, 'Unable to convert value to as type'], [[null], 'Failed to convert item to a list'], [['a' => null], 'Failed to convert value to aerospike map']] as [$value, $message]) {
    check($message, [$back($value, [Aerospike::OPT_SERIALIZER => 0]), $db->error()], [-2, $message]);
}
check('no callback', $back(null, [Aerospike::OPT_SERIALIZER => 2]), -2);
$bytes = new Aerospike\Bytes('x');
$bytes->s = 5;
check('bytes of a number', [$back($bytes), $db->error()], [-2, 'Type of bytes is non string']);
$one = 1;
check('reference', $back([&$one]), [1]);
class Thrower { function __serialize(): array { throw new LogicException('no'); } }
check('a serializer that throws', [thrown(fn () => $back(new Thrower)), $db->errorno()], ['LogicException', -2]);

// Operations.
$op = fn (array ...$operations) => $db->operate($key, $operations, $GLOBALS['returned']);
foreach ([[], [['op' => 99, 'bin' => 'a']], [['bin' => 'a']], [['op' => 1]], [['op' => 2, 'bin' => 'a']], [['op' => 1, 'bin' => 5]], [['op' => '1', 'bin' => 'a']],
    [['op' => 1, 'bin' => 'a234567890123456']], [['op' => 9, 'bin' => 'a', 'val' => 5]], [['op' => 5, 'bin' => 'a', 'val' => 'x']], [['op' => 1002, 'bin' => 'a', 'val' => 5]],
    [['op' => 1002, 'bin' => 'a', 'val' => ['x' => 1]]], [['op' => 1003, 'bin' => 'a', 'val' => 5]], [['op' => 1006, 'bin' => 'a', 'index' => 0, 'val' => 'x']],
    [['op' => 1102, 'bin' => 'm', 'key' => 1, 'val' => 2]], [['op' => 1102, 'bin' => 'm', 'val' => 2, 'map_policy' => []]],
    [['op' => 1102, 'bin' => 'm', 'key' => 1, 'val' => 2, 'map_policy' => [Aerospike::OPT_MAP_ORDER => 9]]], [['op' => 1118, 'bin' => 'm', 'key' => 1]],
    [['op' => 1123, 'bin' => 'm', 'index' => 0, 'count' => -1, 'return_type' => 7]], [5]] as $bad) {
    check('operations ' . json_encode($bad), $db->operate($key, $bad), -2);
}
check('string keys', [$db->operate($key, ['x' => ['op' => 1, 'bin' => 'a']]), $db->operateOrdered($key, ['x' => ['op' => 1, 'bin' => 'a']]),
    $db->operate($key, [5 => ['op' => 1, 'bin' => 'v']]), $db->operateOrdered($key, [5 => ['op' => 1, 'bin' => 'v']])], [-2, -2, -2, 0]);
check('later results replace', [$op(['op' => 2, 'bin' => 'n', 'val' => 1], ['op' => 1, 'bin' => 'n'], ['op' => 5, 'bin' => 'n', 'val' => '2'], ['op' => 1, 'bin' => 'n']), $returned], [0, ['n' => 3]]);
check('ordered', [$db->operateOrdered($key, [['op' => 1, 'bin' => 'n'], ['op' => 5, 'bin' => 'n', 'val' => 1], ['op' => 1, 'bin' => 'n']], $returned), $returned], [0, [['n', 3], ['n', 4]]]);
check('touch without ttl', $op(['op' => 11], ['op' => 1, 'bin' => 'n']), 0);

// Predicates.
check('predicates', [Aerospike::predicateEquals('b', 1), Aerospike::predicateBetween('b', 1, 2), Aerospike::predicateContains('b', 1, 'x'), Aerospike::predicateRange('b', 2, 3, 4),
    Aerospike::predicateGeoWithinGeoJSONRegion('b', 'r'), Aerospike::predicateGeoContainsGeoJSONPoint('b', 'p')],
    [['bin' => 'b', 'op' => '=', 'val' => 1], ['bin' => 'b', 'op' => 'BETWEEN', 'val' => [1, 2]], ['bin' => 'b', 'op' => 'CONTAINS', 'index_type' => 1, 'val' => 'x'],
    ['bin' => 'b', 'index_type' => 2, 'op' => 'RANGE', 'val' => [3, 4]], ['bin' => 'b', 'op' => 'GEOWITHIN', 'val' => 'r'], ['bin' => 'b', 'op' => 'GEOCONTAINS', 'val' => 'p']]);
check('wrong ones', [Aerospike::predicateEquals('b', 1.5), Aerospike::predicateContains('b', 1, null), Aerospike::predicateBetween('a234567890123456', 1, 2)], [null, null, null]);
foreach ([['bin' => 'b'], ['bin' => 'b', 'op' => '?', 'val' => 1], ['op' => '=', 'val' => 1, 'x' => 2], ['bin' => 'b', 'op' => 'CONTAINS', 'val' => 1], ['bin' => 'b', 'op' => '=', 'val' => 1.5]] as $where) {
    check('where ' . json_encode($where), $db->query('test', 'rules', $where, fn () => 1), -2);
}
check('geo of no text', $db->query('test', 'rules', ['bin' => 'b', 'op' => 'GEOWITHIN', 'val' => 1], fn () => 1), -1);

// Scans end at false, and at nothing else that is like it.
for ($i = 0; $i < 20; $i++) $db->put($db->initKey('test', 'scanned', $i), ['i' => $i]);
foreach ([[false, 1], [null, 20], [0, 20], ['', 20]] as [$answer, $calls]) {
    $count = 0;
    check('callback', [$db->scan('test', 'scanned', function ($record) use (&$count, $answer) { $count++; return $answer; }), $count], [0, $calls]);
}
check('callback that throws', thrown(fn () => $db->scan('test', 'scanned', fn () => throw new DomainException)), 'DomainException');
check('within a callback', [$db->scan('test', 'scanned', function ($record) use ($db, $key) { return $db->get($key, $other) !== 0 ? null : false; }), $db->errorno()], [0, 0]);
check('no namespace', [$db->scan('', 's', fn () => 1), $db->truncate('', null, 0), $db->truncate('test', null, -1)], [-2, -2, -2]);
check('scan options', [$db->scan('test', 's', fn () => 1, null, [Aerospike::OPT_SCAN_NOBINS => 'x']), $db->scan('test', 's', fn () => 1, null, [Aerospike::OPT_READ_TIMEOUT => 'x'])], [-2, -2]);

// Null and fractions where others are wanted, as PHP 8 has them.
set_error_handler(function ($level, $message) use (&$said) { $said[] = $message; return true; });
check('null and a fraction', [strlen($db->getKeyDigest('test', null, 'k')), $db->touch($key, 7.5), Aerospike::predicateGeoContainsPoint('b', null, 1)['op'], $said],
    [20, 0, 'GEOCONTAINS', ['Aerospike::getKeyDigest(): Passing null to parameter #2 ($set) of type string is deprecated', 'Implicit conversion from float 7.5 to int loses precision',
    'Aerospike::predicateGeoContainsPoint(): Passing null to parameter #2 ($long) of type float is deprecated']]);
restore_error_handler();
check('sets', [$db->put(['ns' => 'test', 'set' => str_repeat('s', 63), 'key' => 1], ['a' => 1]), $db->put(['ns' => 'test', 'set' => str_repeat('s', 64), 'key' => 1], ['a' => 1])], [0, 4]);

// What the node cannot do it says with the server's code.
check('unsupported', [$db->apply($key, 'm', 'f'), $db->aggregate('test', 's', [], 'm', 'f', [], $returned), $db->scanApply('test', 's', 'm', 'f', [], $job),
    $db->queryApply('test', 's', [], 'm', 'f', [], $job)], [16, 16, 16, 16]);
echo "$checks checks, $wrong wrong\n";
