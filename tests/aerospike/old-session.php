<?php
// Sessions as programs for PHP 5 keep them: through the handler's settings, and through functions of their own.
$port = (int) $argv[1];
ob_start();
ini_set('session.use_cookies', '0');
ini_set('session.cache_limiter', '');
ini_set('session.save_handler', 'aerospike');
ini_set('session.save_path', "test|sess|127.0.0.1:$port");
ini_set('session.gc_maxlifetime', 600);
session_id('abcdef0123456789abcdef0123456789');
session_start();
$_SESSION['user'] = array('id' => 7, 'name' => "Ada\0Lovelace");
$_SESSION['hits'] = isset($_SESSION['hits']) ? $_SESSION['hits'] + 1 : 1;
session_write_close();
$client = new Aerospike(array('hosts' => array(array('addr' => '127.0.0.1', 'port' => $port))), false);
$key = $client->initKey('test', 'sess', session_id());
// What the handler keeps is bytes of PHP's, but not what unserialize() reads.
var_dump($client->get($key, $record), $client->error(), $client->exists($key, $metadata), $metadata['ttl'] > 590 && $metadata['ttl'] <= 600);
session_start();
echo ++$_SESSION['hits'], ' ', strlen($_SESSION['user']['name']), "\n";
var_dump(session_destroy(), $client->exists($key, $metadata) === Aerospike::ERR_RECORD_NOT_FOUND);
foreach (array('test', '|s|h', str_repeat('n', 32) . '|s|h', 'test|', 'test|s', 'test||h', 'test|' . str_repeat('s', 64) . '|h', 'test|s|', 'test|s|127.0.0.1:port') as $path) {
    ini_set('session.save_path', $path);
    $last = '';
    set_error_handler(function ($level, $words) use (&$last) { $last = $last ?: $words; return true; });
    $started = session_start();
    restore_error_handler();
    echo $started ? 'started' : preg_replace('/^session_start\(\): /', '', $last), "\n";
}

// A handler of functions, with a record for each session.
$set = 'own-sessions';
$name = function ($id) use ($client, $set) { return $client->initKey('test', $set, $id); };
ini_set('session.save_handler', 'files');
@session_set_save_handler(
    function ($path, $name) { return true; },
    function () { return true; },
    function ($id) use ($client, $name) {
        return $client->get($name($id), $record) == Aerospike::OK ? (string) $record['bins']['data'] : '';
    },
    function ($id, $data) use ($client, $name) { return $client->put($name($id), array('data' => $data), 300) == Aerospike::OK; },
    function ($id) use ($client, $name) { return $client->remove($name($id)) == Aerospike::OK; },
    function ($lifetime) { return 0; }
);
session_id('mine');
session_start();
$_SESSION['cart'] = array('apple' => 2);
session_write_close();
$client->get($name('mine'), $record);
echo $record['bins']['data'], "\n";
session_start();
$_SESSION['cart']['pear'] = 1;
session_write_close();
$client->get($name('mine'), $record);
echo $record['bins']['data'], ' ', $record['metadata']['generation'], "\n";
session_start();
var_dump(session_destroy(), $client->exists($name('mine'), $metadata));
