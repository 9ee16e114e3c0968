<?php
declare(strict_types=1);
// Under strict types nothing but the type that is wanted does; without, null is nothing, with a word about it.
$client = new Aerospike(['hosts' => [['addr' => '127.0.0.1', 'port' => (int) $argv[1]]]], false);
$key = $client->initKey('test', 'strict', 'k');
$client->put($key, ['a' => 1]);
$try = function (callable $act) use ($client) { try { echo json_encode($act()); } catch (TypeError $error) { echo $error->getMessage(); } echo ' ', $client->errorno(), "\n"; };
$client->get($key, $record);
$try(fn () => $client->touch($key, '5'));
$try(fn () => $client->touch($key, 5.0));
$try(fn () => $client->touch($key, null));
$try(fn () => $client->touch('key', 5));
$try(fn () => $client->touch($key, 5));
$try(fn () => $client->getKeyDigest('test', 5, 'k'));
$try(fn () => $client->getKeyDigest(null, 's', 'k'));
$try(fn () => strlen($client->getKeyDigest('test', 's', 5)));
$try(fn () => $client->initKey('test', 's', str_repeat('d', 20), 1));
$try(fn () => $client->append($key, 'b', 5));
$try(fn () => $client->get($key, $record));
$try(fn () => $client->listGet($key, 'l', '0', $element));
$try(fn () => $client->truncate('test', null, 0.0));
$try(fn () => Aerospike::predicateBetween('a', 1, '2'));
$try(fn () => Aerospike::predicateGeoContainsPoint('a', 1, 2)['val']);
$try(fn () => new Aerospike(['hosts' => []], 1));
file_put_contents('weak.php', '<?php
set_error_handler(function ($level, $message) { echo "[$message] "; return true; });
foreach ([null, "5", 5.0, 7.5, "7.5", true, "x", []] as $ttl) $try(fn () => $client->touch($key, $ttl));
foreach ([null, 5, 1.5, true, []] as $set) $try(fn () => strlen($client->getKeyDigest("test", $set, "k")));
$try(fn () => $client->append($key, "b", null));
$try(fn () => $client->initKey("test", "s", "k", null));
$try(fn () => $client->setLogLevel(null));
$try(fn () => Aerospike::predicateRange("a", 0, null, 2));
$client->close();
$try(fn () => $client->touch("key", []));
');
require 'weak.php';
