<?php
// Records: every kind of value, conditions, times, errors.
$db = new Aerospike(['hosts' => [['addr' => '127.0.0.1', 'port' => (int) $argv[1]]]], false);
var_dump($db->isConnected());
$key = $db->initKey('test', 'php', 'one');
function show(Aerospike $db, int $status): void { echo $status, $status ? ' ' . $db->error() : '', "\n"; }
$bins = ['i' => PHP_INT_MIN, 'j' => PHP_INT_MAX, 'd' => -0.125, 's' => "gr\u{fc}n", 'bin' => "a\0b\xff", 'n' => null, 't' => true, 'f' => false,
    'l' => [1, 'a', [2.5, null, [true]], []], 'm' => ['a' => 1, 5 => 'b', 'n' => ['x' => ['y' => -1]]], 'e' => [],
    'o' => new ArrayObject([1, 2]), 'g' => new Aerospike\GeoJSON((object) ['type' => 'Point', 'coordinates' => [1.5, 2]]),
    'by' => new Aerospike\Bytes("\0\1\2")];
show($db, $db->put($key, $bins));
show($db, $db->get($key, $record));
var_dump(array_keys($record), $record['metadata'], $record['key']['key'], strlen($record['key']['digest']));
foreach ($bins as $name => $value) {
    $same = is_object($value) ? $record['bins'][$name] == $value : $record['bins'][$name] === $value;
    if (!$same) { echo "$name differs: "; var_dump($record['bins'][$name]); }
}
show($db, $db->get($key, $some, ['i', 'missing']));
var_dump($some['bins']);
show($db, $db->exists($key, $metadata));
var_dump($metadata);
show($db, $db->put($key, ['i' => 1], 100, [Aerospike::OPT_POLICY_EXISTS => Aerospike::POLICY_EXISTS_CREATE]));
show($db, $db->put($key, ['i' => 1], 100, [Aerospike::OPT_POLICY_EXISTS => Aerospike::POLICY_EXISTS_CREATE_OR_REPLACE]));
$db->get($key, $record);
var_dump($record['bins'], $record['metadata']['ttl'] > 95 && $record['metadata']['ttl'] <= 100);
show($db, $db->put($key, ['i' => 2], 0, [Aerospike::OPT_POLICY_GEN => [Aerospike::POLICY_GEN_EQ, 77]]));
show($db, $db->put($key, ['i' => 2], 0, [Aerospike::OPT_POLICY_GEN => [Aerospike::POLICY_GEN_EQ, 2]]));
show($db, $db->increment($key, 'i', 40));
show($db, $db->increment($key, 'i', '1'));
show($db, $db->append($key, 's', 'b'));
show($db, $db->prepend($key, 's', 'a'));
show($db, $db->touch($key, 50));
$db->get($key, $record);
var_dump($record['bins']);
show($db, $db->removeBin($key, ['s']));
$db->get($key, $record);
var_dump($record['bins']);
show($db, $db->append($key, 'i', 'text'));
show($db, $db->get($key, $record, null, [Aerospike::OPT_POLICY_KEY => Aerospike::POLICY_KEY_SEND]));
var_dump($record['key']['key']);
show($db, $db->remove($key));
show($db, $db->get($key, $record));
var_dump($record);
show($db, $db->exists($key, $metadata));
var_dump($metadata);
show($db, $db->remove($key));
show($db, $db->get($db->initKey('other', 's', 1), $record));
show($db, $db->put($key, []));
show($db, $db->put($key, 5));
show($db, $db->put($key, [5 => 1]));
show($db, $db->put($key, ['a name that is too long' => 1]));
show($db, $db->put($key, ['a' => null], 0, [Aerospike::OPT_SERIALIZER => Aerospike::SERIALIZER_NONE]));
show($db, $db->put($key, ['a' => 1], 'x'));
show($db, $db->put(['ns' => 'test'], ['a' => 1]));
try { $db->put('key', ['a' => 1]); } catch (TypeError $error) { echo $error->getMessage(), ' ', $db->errorno(), "\n"; }
try { $db->put(); } catch (ArgumentCountError $error) { echo $error->getMessage(), "\n"; }
var_dump(bin2hex($db->getKeyDigest('test', 'demo', 'k1')), $db->initKey('test', 'php', 1.5), $db->errorno());
$digest = $db->initKey('test', 'demo', $db->getKeyDigest('test', 'demo', 'k1'), true);
show($db, $db->put($digest, ['by' => 'digest']));
show($db, $db->get($db->initKey('test', 'demo', 'k1'), $record));
var_dump($record['bins']);
Aerospike::setSerializer(fn ($value) => json_encode($value));
Aerospike::setDeserializer(fn ($bytes) => 'json ' . $bytes);
show($db, $db->put($key, ['a' => true], 0, [Aerospike::OPT_SERIALIZER => Aerospike::SERIALIZER_USER]));
$db->get($key, $record);
var_dump($record['bins']);
var_dump($db->close(), $db->isConnected());
show($db, $db->put($key, ['a' => 1]));
show($db, $db->touch($key));
show($db, $db->reconnect());
show($db, $db->put($key, ['a' => 1]));
try { new Aerospike(['hosts' => [['addr' => '127.0.0.1', 'port' => 1]]]); } catch (Exception $error) { echo get_class($error), ' ', $error->getMessage(), "\n"; }
try { new Aerospike(['hosts' => [['addr' => '127.0.0.1', 'port' => '3000']]]); } catch (Exception $error) { echo $error->getMessage(), "\n"; }
try { new Aerospike([]); } catch (Exception $error) { echo $error->getMessage(), "\n"; }
