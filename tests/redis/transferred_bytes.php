<?php
// What was sent and received is counted whole, the server is asked once who it is, and a constructor does not connect.
$port = (int) getenv('REDIS_ONE');
$redis = new Redis(['host' => '127.0.0.1', 'port' => $port]);
var_dump($redis->isConnected(), $redis->ping(), $redis->isConnected());
$count = function () use ($redis) { echo json_encode($redis->getTransferredBytes()), "\n"; $redis->clearTransferredBytes(); };
$count();
$redis->set('a', 'text');
$redis->get('a');
$redis->get('none');
$count();
$redis->del('list');
$redis->rPush('list', 1, 2);
$redis->lRange('list', 0, -1);
$count();
$redis->pipeline()->get('a')->get('none')->exec();
$redis->multi()->get('a')->exec();
$count();
try { $redis->rawCommand('NOSUCH'); } catch (RedisException) {}
$redis->serverName();
$redis->clearTransferredBytes();
$redis->serverName();
$redis->serverVersion();
$count();
foreach ([['algorithm' => 7], ['algorithm' => -1], ['base' => -1], ['cap' => -1], ['more' => 1], ['algorithm' => '3', 'base' => 5, 'cap' => '7']] as $backoff) {
    try {
        $redis = new Redis(['host' => '127.0.0.1', 'port' => $port, 'backoff' => $backoff, 'retryInterval' => 1.5]);
        echo json_encode([$redis->getOption(Redis::OPT_BACKOFF_ALGORITHM), $redis->getOption(Redis::OPT_BACKOFF_BASE), $redis->getOption(Redis::OPT_BACKOFF_CAP)]), "\n";
    } catch (ValueError $error) {
        echo $error->getMessage(), "\n";
    }
}
