<?php
// Every method with no to six arguments of four kinds. For each kind a letter by the number of arguments: `.` it was done, `f` it was false,
// `w` that with a warning, `d` a deprecation, `A` wrong number, `T` wrong type, `E` another error, `X` an exception; behind it what was said.
require 'inc/common.php';
set_error_handler(function ($level, $text) use (&$said, &$letter) {
    $letter = $level === E_DEPRECATED ? 'd' : 'w';
    $said[preg_replace('/^\w+::\w+\(\): /', '', $text)] = true;
    return true;
});
$nodes = array_map(fn($name) => '127.0.0.1:' . getenv("REDIS_$name"), ['NODE1', 'NODE2', 'NODE3']);
$places = array_map(fn($name) => '127.0.0.1:' . getenv("REDIS_$name"), ['ARRAY1', 'ARRAY2']);
$make = [
    'Redis' => fn() => client(),
    'RedisCluster' => fn() => new RedisCluster(null, $nodes, 1, 1),
    'RedisArray' => fn() => new RedisArray($places),
    'RedisSentinel' => fn() => new RedisSentinel(['host' => '127.0.0.1', 'port' => (int)getenv('REDIS_SENTINEL')]),
];
// What waits, ends the server or changes it, asks the machine for names, has results of its own; then what reads beyond its arguments in PHP.
$skip = array_flip(explode(' ', '__construct __destruct subscribe psubscribe ssubscribe blpop brpop brpoplpush blmove bzpopmax bzpopmin '
    . 'bzmpop blmpop waitaof wait debug failover replicaof slaveof save bgsave bgrewriteaof connect open pconnect popen monitor select migrate '
    . 'command auth reset config acl client sortasc sortascalpha sortdesc sortdescalpha flushall'));
$skipped = ['RedisCluster' => ['watch', 'xinfo', 'expirememberat', 'scan', 'role', 'multi'], 'RedisArray' => ['hscan', 'sscan', 'zscan', 'del', 'unlink'],
    'RedisSentinel' => ['failover', 'flushconfig', 'reset'], 'Redis' => []];
$kinds = [array_fill(0, 6, 'a'), array_fill(0, 6, []), [1, 2, 3, 4, 5, 6], array_fill(0, 6, null)];

function outcome(callable $call): string {
    global $said, $letter;
    $letter = '';
    try {
        $result = $call();
        return $letter ?: ($result === false ? 'f' : '.');
    } catch (ArgumentCountError $e) {
        $kind = 'A';
    } catch (TypeError $e) {
        $kind = 'T';
    } catch (Error $e) {
        $kind = 'E';
    } catch (Exception $e) {
        $kind = 'X';
    }
    $said[preg_replace(['/^\w+::\w+\(\):? ?/', '/, \d given$/'], '', $e->getMessage())] = true;
    return $kind;
}

$clean = array_map(function ($name) {
    $server = new Redis;
    $server->connect('127.0.0.1', (int)getenv("REDIS_$name"));
    return $server;
}, ['ONE', 'NODE1', 'NODE2', 'NODE3', 'ARRAY1', 'ARRAY2']);
foreach ($make as $class => $new) {
    $methods = get_class_methods($class);
    natcasesort($methods);
    foreach ($methods as $method) {
        if (isset($skip[strtolower($method)]) || in_array(strtolower($method), $skipped[$class])) continue;
        $said = $rows = [];
        $object = $new();
        foreach ($kinds as $kind => $values) {
            $row = '';
            for ($n = $kind ? 1 : 0; $n <= 6; $n++) {
                if ($class !== 'RedisSentinel') array_map(fn($server) => $server->flushAll(), $clean);
                $row .= outcome(fn() => $object->$method(...array_slice($values, 0, $n)));
            }
            $rows[] = $row;
        }
        echo "$class::$method ", implode(' ', $rows), $said ? "\n    " . implode("\n    ", array_keys($said)) : '', "\n";
    }
}
// What fails while commands are collected is false, and nothing is sent.
foreach (['multi', 'pipeline'] as $mode) {
    foreach (['zAdd', 'hSet', 'mget', 'sPop', 'rawcommand', 'zRangeByLex', 'geosearch', 'bitop', 'del', 'xpending', 'function'] as $method) {
        $row = [];
        foreach ($kinds as $values) {
            for ($n = 0; $n <= 6; $n++) {
                $redis = client();
                $redis->flushAll();
                $redis->$mode();
                $letter = outcome(fn() => $redis->$method(...array_slice($values, 0, $n)));
                $row[] = $letter . json_encode($redis->exec(), JSON_PARTIAL_OUTPUT_ON_ERROR);
                $redis->close();
            }
        }
        echo "$mode $method ", implode(' ', $row), "\n";
    }
}
