<?php
// What a log handler of PHP 5 is told: it takes four arguments, and more are passed.
$hosts = array('hosts' => array(array('addr' => '127.0.0.1', 'port' => (int) $argv[1])));
$lines = array();
function handler($level, $func, $file, $line) {
    global $lines;
    $lines[] = array($level, is_string($func) && $func !== '', is_string($file), is_int($line));
}
$client = new Aerospike($hosts, false);
var_dump($client->setLogLevel(Aerospike::LOG_LEVEL_TRACE), $client->setLogHandler('handler'));
$key = $client->initKey('test', 'log', 1);
$client->put($key, array('a' => 1));
$client->get($key, $record);
$levels = array_unique(array_map(function ($line) { return $line[0]; }, $lines));
echo count($lines) >= 2 ? 'told' : 'not told', ' ', json_encode(array_values($levels)), ' ', json_encode(array_slice($lines[0], 1)), "\n";
// A level above which there is nothing to tell.
$client->setLogLevel(Aerospike::LOG_LEVEL_ERROR);
$lines = array();
$client->get($key, $record);
$client->exists($client->initKey('test', 'log', 'none'), $metadata);
echo count($lines), "\n";
try { new Aerospike(array('hosts' => array(array('addr' => '127.0.0.1', 'port' => 1))), false); } catch (Exception $e) { echo get_class($e), ' ', $e->getMessage(), ' ', $e->getCode(), ' ', count($lines) > 0 ? 'told' : 'not told', ' ', $lines ? $lines[0][0] : '', "\n"; }
// A method and a closure, a handler that uses the client, one that throws.
class Log {
    public $all = 0;
    function write() { $this->all++; }
}
$log = new Log();
$client->setLogHandler(array($log, 'write'));
$client->setLogLevel(Aerospike::LOG_LEVEL_TRACE);
$client->get($key, $record);
echo $log->all > 0 ? 'told' : 'not told', "\n";
$inner = null;
$client->setLogHandler(function () use ($client, $key, &$inner) { $inner = $client->get($key, $other); });
echo $client->get($client->initKey('test', 'log', 'none'), $record), ' ', $client->errorno(), ' ', json_encode($inner), "\n";
$client->setLogHandler(function () { throw new LogicException('from the handler'); });
try { $client->get($key, $record); } catch (LogicException $e) { echo $e->getMessage(), "\n"; }
$client->setLogHandler(function () {});
echo $client->get($key, $record), "\n";
foreach (array('nothing', array(), 5, null) as $none) {
    try { $client->setLogHandler($none); } catch (TypeError $e) { echo get_class($e), ' ', $client->errorno(), "\n"; }
}
try { $client->setLogLevel('loud'); } catch (TypeError $e) { echo get_class($e), ' ', $client->errorno(), "\n"; }
