<?php
require 'inc/common.php';
$port = (int) getenv('REDIS_ONE');
$redis = client();
$redis->flushAll();
ob_start();
foreach (['session.use_cookies' => '0', 'session.cache_limiter' => ''] as $name => $value) {
    ini_set($name, $value);
}
/** Writes and reads a session in many ways. */
function work(string $handler, string $path, array $settings = []): void
{
    echo "-- $handler ", json_encode($settings), "\n";
    ini_set('session.save_handler', $handler);
    ini_set('session.save_path', $path);
    foreach ($settings as $name => $value) {
        ini_set($name, $value);
    }
    session_id('abcdefghijklmnop');
    t('start', fn() => [session_start(), $_SESSION]);
    $_SESSION['n'] = ($_SESSION['n'] ?? 0) + 1;
    $_SESSION['list'] = [1, 2, 'x' => str_repeat('y', 100)];
    t('write', fn() => session_write_close());
    t('again', fn() => [session_start(), $_SESSION['n'], session_write_close()]);
    t('more', function () {
        session_start();
        $_SESSION['more'] = 1;
        return [session_write_close(), session_start(), count($_SESSION)];
    });
    t('new id', function () {
        $old = session_id();
        return [session_regenerate_id(true), session_id() !== $old, $_SESSION['n'], session_write_close()];
    });
    t('old one', function () {
        session_id('abcdefghijklmnop');
        return [session_start(), $_SESSION, session_destroy(), session_status()];
    });
    t('strict', function () {
        ini_set('session.use_strict_mode', '1');
        session_id('nobodyknowsthis');
        $started = session_start();
        ini_set('session.use_strict_mode', '0');
        $new = session_id() !== 'nobodyknowsthis';
        return [$started, $new, session_gc(), session_destroy()];
    });
    foreach ($settings as $name => $value) {
        ini_restore($name);
    }
}
work('redis', "tcp://127.0.0.1:$port?prefix=P:&database=2");
work('redis', "tcp://127.0.0.1:$port?weight=1, unix://" . getenv('REDIS_FOLDER') . '/redis.sock?weight=2&database=1');
work('redis', "tcp://127.0.0.1:$port", ['redis.session.locking_enabled' => '1']);
work('redis', "tcp://127.0.0.1:$port", ['redis.session.early_refresh' => '1', 'redis.session.compression' => 'lzf']);
work('redis', "tcp://127.0.0.1:$port", ['redis.session.compression' => 'zstd', 'redis.session.locking_enabled' => '1', 'redis.session.lock_expire' => '30']);
work('rediscluster', 'seed[]=127.0.0.1:' . getenv('REDIS_NODE1') . '&seed[]=127.0.0.1:' . getenv('REDIS_NODE2') . '&prefix=C:');
work('rediscluster', 'seed[]=127.0.0.1:' . getenv('REDIS_NODE1'), ['redis.session.locking_enabled' => '1']);
ini_set('session.save_handler', 'redis');
ini_set('session.save_path', "tcp://127.0.0.1:$port");
foreach (['redis.session.locking_enabled' => '1', 'redis.session.lock_expire' => '10', 'redis.session.lock_retries' => '2', 'redis.session.lock_wait_time' => '1000'] as $name => $value) {
    ini_set($name, $value);
}
session_id('locked');
t('start', fn() => session_start());
$_SESSION['a'] = 1;
t('keys', fn() => [$redis->exists('PHPREDIS_SESSION:locked_LOCK'), $redis->ttl('PHPREDIS_SESSION:locked_LOCK') > 5]);
$redis->set('PHPREDIS_SESSION:locked_LOCK', 'somebody else');
t('lost', fn() => session_write_close());
t('written', fn() => $redis->get('PHPREDIS_SESSION:locked'));
t('taken', fn() => session_start());
$redis->del('PHPREDIS_SESSION:locked_LOCK');
t('free', fn() => [session_start(), session_write_close(), $redis->exists('PHPREDIS_SESSION:locked_LOCK')]);
foreach (['tcp://127.0.0.1:1', '', "tcp://127.0.0.1:$port?auth=zzz", "tcp://127.0.0.1:$port?auth[]=u&auth[]=p", "tcp://127.0.0.1:$port?database=99"] as $path) {
    ini_set('session.save_path', $path);
    t($path, fn() => [session_start(), session_status()]);
}
ini_set('session.save_handler', 'rediscluster');
foreach (['', 'seed[]=127.0.0.1:1', 'seed[]=bogus'] as $path) {
    ini_set('session.save_path', $path);
    t($path, fn() => session_start());
}
