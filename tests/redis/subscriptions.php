<?php
// What comes through channels: packed messages, prefixes, a cluster's channels, what breaks off.
require 'inc/common.php';

/** Publishes from another process, a moment later. */
function later(callable $publish): int
{
    if ($pid = pcntl_fork()) {
        return $pid;
    }
    usleep(250000);
    $publish();
    posix_kill(getmypid(), SIGKILL);
}

function cluster(float $patience = 4): RedisCluster
{
    return new RedisCluster(null, ['127.0.0.1:' . getenv('REDIS_NODE1')], 0, $patience);
}

/** Shows messages until one is the last. */
function shown(string $method, array $names): callable
{
    return function ($of, ...$message) use ($method, $names) {
        echo json_encode($message), "\n";
        if (end($message) === 'end') {
            $of->$method($names);
        }
    };
}

foreach ([Redis::SERIALIZER_PHP, Redis::SERIALIZER_IGBINARY, Redis::SERIALIZER_JSON] as $serializer) {
    $redis = client();
    $redis->setOption(Redis::OPT_SERIALIZER, $serializer);
    $pid = later(function () use ($serializer) {
        $other = client();
        $other->setOption(Redis::OPT_SERIALIZER, $serializer);
        foreach ([[1, 'x'], 5, null] as $value) {
            $other->publish('a', $other->_serialize($value));
        }
        client()->publish('a', "not packed");
        client()->publish('a', 'end');
    });
    t("serializer $serializer", fn() => $redis->subscribe(['a', 'b'], shown('unsubscribe', ['a', 'b'])));
    pcntl_waitpid($pid, $status);
}

$redis = client();
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
$redis->setOption(Redis::OPT_COMPRESSION, Redis::COMPRESSION_LZF);
$pid = later(function () {
    $other = client();
    $other->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
    $other->setOption(Redis::OPT_COMPRESSION, Redis::COMPRESSION_LZF);
    $other->publish('pa', $other->_pack(['packed' => str_repeat('ab', 40)]));
    client()->publish('pb', 'end');
});
t('patterns, packed', fn() => $redis->psubscribe(['p*'], shown('punsubscribe', ['p*'])));
pcntl_waitpid($pid, $status);

$redis = cluster();
$redis->setOption(Redis::OPT_PREFIX, 'x:');
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
$pid = later(function () {
    foreach ([serialize([1]), 'raw', 'enough'] as $message) {
        cluster()->publish('x:a', $message);
    }
});
t('cluster', fn() => $redis->subscribe(['a'], function ($of, $channel, $message) {
    echo get_class($of), " $channel ", json_encode($message), "\n";
    if ($message === 'enough') {
        throw new Exception('enough');
    }
}));
pcntl_waitpid($pid, $status);

t('nothing comes', fn() => cluster(0.2)->subscribe(['none'], fn() => 1));
t('nothing comes, patterns', fn() => cluster(0.2)->psubscribe(['none*'], fn() => 1));
t('no channels', fn() => cluster()->subscribe([], fn() => 1));
foreach ([['x'], 'x'] as $names) {
    set_error_handler(function ($level, $text) { echo $text, "\n"; return true; });
    t('outside', fn() => is_array($names) ? cluster()->unsubscribe($names) : cluster()->punsubscribe($names));
    t('outside', fn() => cluster()->punsubscribe($names));
    restore_error_handler();
}
