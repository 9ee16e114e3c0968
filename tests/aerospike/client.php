<?php
// What concerns the client as such: configurations, defaults of kinds of commands, logging, nodes, modules, closed objects.
$port = (int) $argv[1];
$checks = $wrong = 0;
function check(string $what, mixed $got, mixed $want): void {
    global $checks, $wrong;
    $checks++;
    if (serialize($got) === serialize($want)) return;
    $wrong++;
    echo "$what: ", json_encode($got, JSON_PARTIAL_OUTPUT_ON_ERROR), ' is not ', json_encode($want), "\n";
}
function words(callable $act): ?string {
    try { $act(); return null; } catch (Throwable $error) { return get_class($error) . ' ' . $error->getMessage(); }
}
$config = ['hosts' => [['addr' => 'localhost', 'port' => $port]]];
$db = new Aerospike($config, false);
$key = $db->initKey('test', 'client', 'k');

// Configurations and options of wrong types.
foreach ([['shm' => 1], ['shm' => ['shm_key' => 'x']], ['shm' => ['shm_max_nodes' => 1.5]], ['user' => 1], ['user' => 'a', 'pass' => 1], ['max_threads' => 'x'],
    ['thread_pool_size' => null], ['compression_threshold' => 1.5], ['tender_interval' => 'x'], ['cluster_name' => 1], ['rack_aware' => 1], ['rack_id' => 'x']] as $bad) {
    check('configuration ' . json_encode($bad), words(fn () => new Aerospike($config + $bad, false)), 'Exception Invalid configuration values');
}
foreach ([Aerospike::OPT_READ_DEFAULT_POL, Aerospike::OPT_APPLY_DEFAULT_POL] as $option) {
    check("defaults $option", words(fn () => new Aerospike($config, false, [$option => 1])), 'Exception Invalid policy values');
}
check('threshold', words(fn () => new Aerospike($config, false, [Aerospike::COMPRESSION_THRESHOLD => 'x'])), 'Exception Invalid policy values');
check('another cluster', words(fn () => new Aerospike($config + ['cluster_name' => 'other'], false)), 'Exception Failed to connect');

// The key of shared memory, in 32 bits.
check('no memory', $db->shmKey(), null);
check('memory', (new Aerospike($config + ['shm' => []], false))->shmKey(), -1476395008);
check('own memory', (new Aerospike($config + ['shm' => ['shm_key' => 0xA5000001]]))->shmKey(), -1526726655);
ini_set('aerospike.shm.use', '1');
ini_set('aerospike.shm.key', '77');
check('memory of the settings', (new Aerospike($config, false))->shmKey(), 77);
ini_set('aerospike.shm.use', '0');

// Nodes and info requests.
$nodes = $db->getNodes();
check('nodes', $nodes, [['addr' => '127.0.0.1', 'port' => (string) $port]]);
$host = ['addr' => '127.0.0.1', 'port' => $port];
check('info', [$db->info('namespaces', $response), $response], [0, "namespaces\ttest\n"]);
check('info of a host', [$db->info('namespaces', $response, $host), $response], [0, "namespaces\ttest\n"]);
check('info by name', [$db->info('namespaces', $response, ['addr' => 'localhost', 'port' => $port]), $response], [0, "namespaces\ttest\n"]);
check('info of nobody', [$db->info('namespaces', $response, ['addr' => '127.0.0.1', 'port' => 1]), $response], [-10, null]);
foreach ([[], ['addr' => 'x'], ['port' => 1], ['addr' => 1, 'port' => 1], ['addr' => 'x', 'port' => '1']] as $bad) {
    check('info host ' . json_encode($bad), $db->info('x', $response, $bad), -2);
}
check('info many', array_values($db->infoMany('namespaces')), ["namespaces\ttest\n"]);
check('info of some', array_values($db->infoMany('namespaces', ['hosts' => [$host]])), ["namespaces\ttest\n"]);
check('info of some by name', array_values($db->infoMany('namespaces', ['hosts' => [['addr' => 'localhost', 'port' => $port]]])), ["namespaces\ttest\n"]);
check('info of others', $db->infoMany('namespaces', ['hosts' => [['addr' => '10.0.0.1', 'port' => 3000]]]), []);
foreach ([[], ['hosts' => 1], ['hosts' => [1]], ['hosts' => [['addr' => 1, 'port' => 2]]]] as $bad) {
    check('info hosts ' . json_encode($bad), [$db->infoMany('x', $bad), $db->errorno()], [null, -2]);
}

// Defaults of kinds of commands.
$with = fn (array $options, array $more = []) => new Aerospike($config + $more, false, $options);
$db->remove($key);
$create = $with([Aerospike::OPT_WRITE_DEFAULT_POL => [Aerospike::OPT_POLICY_EXISTS => Aerospike::POLICY_EXISTS_CREATE]]);
check('write', [$create->put($key, ['a' => 1]), $create->put($key, ['a' => 2]), $create->increment($key, 'a', 1)], [0, 5, 0]);
check('a call says otherwise', $create->put($key, ['a' => 2], 0, [Aerospike::OPT_POLICY_EXISTS => Aerospike::POLICY_EXISTS_IGNORE]), 0);
check('for all writes', $with([Aerospike::OPT_POLICY_EXISTS => Aerospike::POLICY_EXISTS_CREATE])->put($key, ['a' => 1]), 5);
$with([Aerospike::OPT_READ_DEFAULT_POL => [Aerospike::OPT_POLICY_KEY => Aerospike::POLICY_KEY_SEND]])->get($key, $record);
check('read', $record['key']['key'], 'k');
$none = $db->initKey('test', 'client', 'none');
$update = $with([Aerospike::OPT_OPERATE_DEFAULT_POL => [Aerospike::OPT_POLICY_EXISTS => Aerospike::POLICY_EXISTS_UPDATE]]);
check('operate', [$update->increment($none, 'a', 1), $update->put($none, ['a' => 1]), $update->increment($none, 'a', 1)], [2, 0, 0]);
$old = $with([Aerospike::OPT_REMOVE_DEFAULT_POL => [Aerospike::OPT_POLICY_GEN => [Aerospike::POLICY_GEN_EQ, 99]]]);
check('remove', [$old->remove($none), $old->put($none, ['a' => 1]), $db->remove($none)], [3, 0, 0]);
$bins = fn (Aerospike $db, string $method, ...$arguments) => (function () use ($db, $method, $arguments) {
    $found = [];
    $db->$method('test', 'client', ...[...$arguments, function ($record) use (&$found) { $found[] = count($record['bins']); }]);
    return $found;
})();
check('query', $bins($with([Aerospike::OPT_QUERY_DEFAULT_POL => [Aerospike::OPT_QUERY_NOBINS => true]]), 'query', []), [0]);
check('scan', $bins($db, 'scan'), [1]);
foreach ([Aerospike::OPT_SCAN_PRIORITY => true, Aerospike::OPT_SCAN_PERCENTAGE => 'x', Aerospike::OPT_SCAN_RPS_LIMIT => false, Aerospike::OPT_SCAN_CONCURRENTLY => 1,
    Aerospike::OPT_SCAN_NOBINS => 1] as $option => $bad) {
    check("scan option $option", $db->scan('test', 'client', fn () => 1, null, [$option => $bad]), -2);
}
check('batch option', $db->getMany([$key], $records, null, [Aerospike::OPT_READ_TIMEOUT => 'x']), -2);
for ($i = 0; $i < 400; $i++) $db->put($db->initKey('test', 'share', $i), ['i' => $i]);
$count = 0;
check('share', [$db->scan('test', 'share', function () use (&$count) { $count++; }, null, [Aerospike::OPT_SCAN_PERCENTAGE => 25]), $count > 60 && $count < 140], [0, true]);

// Long writes, compressed or not.
$long = str_repeat('long ', 50000);
foreach ([$with([Aerospike::COMPRESSION_THRESHOLD => 100]), $with([], ['compression_threshold' => 1000]), $with([Aerospike::OPT_WRITE_DEFAULT_POL => [Aerospike::COMPRESSION_THRESHOLD => 1]])] as $at => $packing) {
    check("compressed $at", [$packing->put($key, ['long' => $long, 'at' => $at]), $db->get($key, $record), $record['bins'] === ['a' => 2, 'long' => $long, 'at' => $at]], [0, 0, true]);
    check("bytes that stay long $at", [$packing->put($key, ['long' => random_bytes(2000)]), $packing->removeBin($key, ['long', 'at'])], [0, 0]);
}

// Logging.
$events = [];
check('handler', [$db->setLogHandler(function (...$event) use (&$events) { $events[] = $event; }), $db->setLogLevel(Aerospike::LOG_LEVEL_TRACE)], [0, 0]);
$db->put($key, ['a' => 1]);
check('trace', array_map(fn ($event) => [$event[0], $event[1], basename($event[2]), is_int($event[3]), is_string($event[4])], $events), [[4, 'attempt', 'command.rs', true, true]]);
$events = [];
$db->setLogLevel(Aerospike::LOG_LEVEL_INFO);
$other = new Aerospike($config, false);
check('info level', array_column($events, 0), [2]);
$events = [];
$db->setLogLevel(Aerospike::LOG_LEVEL_WARN);
words(fn () => new Aerospike(['hosts' => [['addr' => '127.0.0.1', 'port' => 1]]], false));
check('warnings', array_column($events, 0), [1, 0]);
$db->setLogHandler(function () use ($db, $key) { $db->get($key, $record); $db->put($key, 5); });
$db->setLogLevel(Aerospike::LOG_LEVEL_TRACE);
check('a handler that uses the client', [$db->put($key, ['a' => 1]), $db->errorno(), $db->error()], [0, 0, '']);
$db->setLogHandler(fn () => throw new DomainException('from the handler'));
check('a handler that throws', words(fn () => $db->put($key, ['a' => 1])), 'DomainException from the handler');
$db->setLogLevel(-1);
check('nothing is wanted', $db->put($key, ['a' => 1]), 0);
check('wrong handlers', [words(fn () => $db->setLogHandler('no function')) !== null, words(fn () => $db->setLogLevel([])) !== null], [true, true]);

// Closed objects: one method goes on with what is left.
$persistent = new Aerospike($config);
check('persistent', [$persistent->close(), $persistent->isConnected(), $persistent->put($key, ['a' => 1]), $persistent->get($key, $record), $persistent->errorno(), $record['bins']],
    [0, false, 11, 0, 11, ['a' => 1]]);
check('nodes of a closed one', [$persistent->getNodes(), $persistent->infoMany('x')], [11, null]);
check('again', [$persistent->reconnect(), $persistent->isConnected(), $persistent->put($key, ['a' => 1]), $persistent->errorno()], [0, true, 0, 0]);
check('others are not touched', [(new Aerospike($config))->close(), $persistent->isConnected(), $persistent->get($key, $record)], [0, true, 0]);
$other->close();
check('not persistent', [$other->get($key, $record), $record, $other->isConnected(), $other->reconnect(), $other->get($key, $record)], [11, [], false, 0, 0]);

// Modules: where the copy goes and what is refused comes before the servers.
check('no file', [$db->register('none.lua', 'none.lua'), $db->error()], [1301, 'Unable to open UDF file']);
file_put_contents('empty.lua', '');
file_put_contents('some.lua', 'function f(rec) return 1 end');
file_put_contents('large.lua', str_repeat('-', 1 << 20));
check('empty', [$db->register('empty.lua', 'empty.lua'), $db->error()], [100, 'UDF file is empty']);
check('large', $db->register('large.lua', 'large.lua'), 100);
check('no name', $db->register('some.lua', ''), -2);
ini_set('aerospike.udf.lua_user_path', getcwd() . '/none');
check('no folder for the copy', $db->register('some.lua', 'some.lua'), 1302);
mkdir('copies');
ini_set('aerospike.udf.lua_user_path', getcwd() . '/copies');
check('register', [$db->register('some.lua', 'some.lua'), file_get_contents('copies/some.lua')], [16, 'function f(rec) return 1 end']);
check('list', [$db->listRegistered($modules), $modules], [0, []]);
check('others', [$db->getRegistered('some.lua', $code), $db->deregister('some.lua')], [16, 16]);

// What is nested is refused in the words of the outermost container.
foreach ([[[['a' => null]], 'Failed to convert item to a list'], [['a' => [null]], 'Failed to convert value to aerospike map']] as [$value, $message]) {
    check($message, [$db->put($key, ['v' => $value], 0, [Aerospike::OPT_SERIALIZER => 0]), $db->error()], [-2, $message]);
}

// A process that forks.
if (function_exists('pcntl_fork')) {
    $shared = new Aerospike($config);
    $children = [];
    for ($i = 0; $i < 4; $i++) {
        $child = pcntl_fork();
        if ($child === 0) {
            $failed = 0;
            for ($n = 0; $n < 300; $n++) {
                $mine = $shared->initKey('test', 'forks', $i);
                if ($shared->put($mine, ['n' => "$i-$n"]) !== 0 || $shared->get($mine, $record) !== 0 || $record['bins']['n'] !== "$i-$n") $failed++;
            }
            exit($failed ? 1 : 0);
        }
        $children[] = $child;
    }
    for ($n = 0; $n < 300; $n++) $shared->get($shared->initKey('test', 'forks', $n % 4), $record);
    foreach ($children as $child) {
        pcntl_waitpid($child, $status);
        check('forked', pcntl_wexitstatus($status), 0);
    }
}
echo "$checks checks, $wrong wrong\n";
