<?php
require 'inc/common.php';
$port = (int) getenv('REDIS_TLS');
$certificate = getenv('REDIS_FOLDER') . '/tls.crt';
$redis = new Redis;
t('verified', fn() => [$redis->connect('tls://localhost', $port, 2, null, 0, 2, ['stream' => ['cafile' => $certificate]]), $redis->set('a', 1), $redis->get('a'), $redis->getHost()]);
t('large', fn() => [$redis->set('big', str_repeat('x', 300000)), strlen($redis->get('big'))]);
t('pipeline', fn() => $redis->pipeline()->get('a')->incr('a')->exec());
$redis = new Redis;
t('not verified', fn() => [$redis->connect('tls://127.0.0.1', $port, 2, null, 0, 2, ['stream' => ['verify_peer' => false, 'verify_peer_name' => false]]), $redis->get('a')]);
$redis = new Redis(['host' => 'tls://localhost', 'port' => $port, 'connectTimeout' => 2, 'ssl' => ['cafile' => $certificate]]);
t('options', fn() => $redis->get('a'));
