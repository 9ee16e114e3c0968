<?php
// The node inside the process, and clients that share a connection. The hosts do not count.
$phant = PHP_BINARY;
$code = <<<'PHP'
$a = new Aerospike(['hosts' => [['addr' => 'nowhere.invalid', 'port' => 1]]]);
$b = new Aerospike(['hosts' => [['addr' => 'nowhere.invalid', 'port' => 1]]]);
$key = $a->initKey('test', 'e', 'x');
var_dump($a->put($key, ['v' => [1, 'two']]), $b->get($key, $record), $record['bins']);
$a->close();
var_dump($a->isConnected(), $b->isConnected(), $b->exists($key, $metadata));
PHP;
echo shell_exec(escapeshellarg($phant) . ' -d aerospike.embedded=1 -r ' . escapeshellarg($code));
