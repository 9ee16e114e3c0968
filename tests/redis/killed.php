<?php
// A server that is killed and started again, with its log of commands: what was acknowledged is there.
require 'inc/common.php';
$port = (int) getenv('REDIS_SPARE');
$folder = getenv('REDIS_FOLDER') . '/killed';
@mkdir($folder);
function start(): mixed
{
    global $port, $folder;
    $words = ['redis-server', '--port', (string) $port, '--dir', $folder, '--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--unixsocket', "$folder/socket"];
    $process = proc_open($words, [['file', '/dev/null', 'r'], ['file', "$folder/log", 'a'], ['file', "$folder/log", 'a']], $pipes);
    for ($i = 0; $i < 200; $i++) {
        $socket = @fsockopen('127.0.0.1', $port);
        if ($socket) {
            fwrite($socket, "PING\r\n");
            if (fgets($socket) === "+PONG\r\n" && file_exists("$folder/socket")) {
                return $process;
            }
        }
        usleep(20000);
    }
    exit("no server\n");
}
function kill(mixed $process): void
{
    proc_terminate($process, 9);
    proc_close($process);
    @unlink($GLOBALS['folder'] . '/socket');
}
$process = start();
$open = ['tcp' => fn(Redis $r) => $r->connect('127.0.0.1', $port), 'persistent' => fn(Redis $r) => $r->pconnect('127.0.0.1', $port, 0, 'kept'),
    'socket' => fn(Redis $r) => $r->connect("$folder/socket"), 'persistent socket' => fn(Redis $r) => $r->pconnect("$folder/socket")];
foreach ($open as $name => $connect) {
    echo "-- $name\n";
    $redis = new Redis;
    $connect($redis);
    $redis->flushall();
    $redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
    $redis->setOption(Redis::OPT_PREFIX, 'p:');
    $acknowledged = 0;
    for ($round = 0; $round < 3; $round++) {
        for ($i = 0; $i < 40; $i++) {
            $acknowledged += $redis->set("k$round:$i", [$round, $i]) ? 1 : 0;
        }
        $acknowledged += count(array_filter($redis->pipeline()->set("p$round:1", 1)->set("p$round:2", 2)->exec()));
        $acknowledged += count(array_filter($redis->multi()->set("m$round:1", 1)->set("m$round:2", 2)->exec()));
        kill($process);
        $process = start();
        t('reads', fn() => [$redis->get("k$round:39"), $redis->getOption(Redis::OPT_PREFIX), $redis->isConnected()]);
    }
    t('all', fn() => [$acknowledged, $redis->dbsize(), array_sum(array_map(fn($k) => (int) is_array($redis->get(substr($k, 2))), $redis->keys('k*')))]);
    t('database', fn() => [$redis->select(3), $redis->set('three', 3)]);
    kill($process);
    $process = start();
    t('database', fn() => [$redis->get('three'), $redis->getDBNum(), $redis->select(0)]);
    // In the middle of something, nothing is tried again.
    $redis->multi()->set('lost', 1);
    kill($process);
    $process = start();
    t('multi', fn() => $redis->exec());
    t('after', fn() => [$redis->exists('lost'), $redis->set('x', 1)]);
    t('watch', fn() => $redis->watch('x'));
    kill($process);
    $process = start();
    t('watch', fn() => $redis->multi());
    t('after', fn() => $redis->get('x'));
    $redis = new Redis;
    $connect($redis);
    $redis->set('held', 1);
    if (!str_starts_with($name, 'persistent')) {
        // What a pipeline holds is sent when the server is there again.
        $redis->pipeline()->set('held', 1)->get('held');
        kill($process);
        $process = start();
        t('pipeline', fn() => $redis->exec());
    }
    $redis->setOption(Redis::OPT_MAX_RETRIES, 1);
    kill($process);
    t('gone', fn() => $redis->get('held'));
    t('gone', fn() => $redis->set('held', 2));
    t('gone', fn() => $redis->isConnected());
    $process = start();
    t('back', fn() => $redis->get('held'));
    $second = new Redis;
    t('second', fn() => [$connect($second), $second->get('held')]);
    $second->close();
}
kill($process);
