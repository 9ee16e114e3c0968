<?php
// RedisArray: keys that move with their index, reads that fall back, transactions with keys of other servers.
require 'inc/common.php';
$hosts = array_map(fn($i) => '127.0.0.1:' . getenv("REDIS_ARRAY$i"), [1, 2, 3]);
$all = new RedisArray($hosts);

/** All keys by server. The servers' ports decide who has which key, so that only what is the same for all is shown. */
function indexed(RedisArray $array, array $hosts): void
{
    $all = [];
    foreach ($hosts as $host) {
        $server = $array->_instance($host);
        $index = $server->smembers('__phpredis_array_index__');
        $others = array_diff($server->keys('*'), ['__phpredis_array_index__']);
        echo $host === $hosts[0] || !array_diff($others, $index) ? 'noted' : 'not noted', "\n";
        echo array_diff($index, $others) ? 'notes what is gone' : 'notes what there is', "\n";
        $all = [...$all, ...$others];
        $server->flushall();
    }
    sort($all);
    echo json_encode($all), "\n";
}

foreach ([['index' => true], []] as $options) {
    $all->flushall();
    $old = new RedisArray([$hosts[0]], $options);
    foreach (range(1, 9) as $i) {
        $old->set("k$i", $i);
    }
    $old->lpush('list', 'x');
    $new = new RedisArray($hosts, $options + ['previous' => [$hosts[0]]]);
    t('type', fn() => [$new->type('k1'), $new->type('list'), $new->type('none'), $new->lrange('list', 0, -1), $new->lrange('none', 0, -1)]);
    t('rehash', fn() => $new->_rehash());
    t('values', fn() => $all->mget(['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8', 'k9']));
    indexed($all, $hosts);
}
t('no function', fn() => $all->_rehash(null));
t('many', fn() => $all->multi($hosts[1])->mset(['a' => 1, 'b' => 2])->mget(['a', 'b', 'c'])->del('a', 'b')->exec());
