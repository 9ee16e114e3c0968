<?php
// User functions as programs for PHP 5 use them, against a node that runs none: files, statuses, and what stays as it was.
$folder = getcwd() . '/lua';
mkdir($folder);
ini_set('aerospike.udf.lua_user_path', $folder);
$client = new Aerospike(array('hosts' => array(array('addr' => '127.0.0.1', 'port' => (int) $argv[1]))), false);
$key = $client->initKey('test', 'udf', 1);
$client->put($key, array('v' => 1));
file_put_contents('sample.lua', "function add(rec, n)\n  rec['v'] = rec['v'] + n\n  return rec['v']\nend\n");
$says = function ($status) use ($client) { echo $status === Aerospike::ERR_UNSUPPORTED_FEATURE ? 'unsupported' : $status, ' ', $status === $client->errorno() ? 'noted' : $client->errorno(), "\n"; };
$says($client->register('none.lua', 'none.lua'));
$says($client->register('sample.lua', 'sample.lua'));
var_dump(file_exists("$folder/sample.lua"));
$says($client->register('sample.lua', 'sample.lua', Aerospike::UDF_TYPE_LUA));
$returned = 'before';
$says($client->apply($key, 'sample', 'add', array(5), $returned));
$says($client->apply($key, 'sample', 'add'));
$says($client->apply(array('ns' => 'test'), 'sample', 'add', array(5), $returned));
$says($client->scanApply('test', 'udf', 'sample', 'add', array(1), $job));
$says($client->queryApply('test', 'udf', array(), 'sample', 'add', array(1), $job));
$says($client->aggregate('test', 'udf', Aerospike::predicateBetween('v', 0, 9), 'sample', 'sum', array(), $returned));
$says($client->scanApply('', 'udf', 'sample', 'add', array(1), $job));
$says($client->jobInfo(99, Aerospike::JOB_SCAN, $info));
$says($client->scanInfo(99, $info));
foreach (array(array($key, 'sample'), array($key, 'sample', 'add', 'args'), array('key', 'sample', 'add')) as $arguments) {
    try {
        $client->apply(...$arguments);
    } catch (ArgumentCountError $e) {
        echo 'too few ';
    } catch (TypeError $e) {
        echo 'wrong type ', $client->errorno(), ' ';
    }
}
echo $client->get($key, $record), ' ', json_encode($record['bins']), "\n";
