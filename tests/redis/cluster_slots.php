<?php
// Keys that are not together, servers that are named, what is nothing in a cluster's replies, walks with a prefix.
require 'inc/common.php';
$node = (int) getenv('REDIS_NODE1');
$redis = $r = new RedisCluster(null, ["127.0.0.1:$node"]);
foreach ($r->_masters() as $master) {
    $r->flushall($master);
}
set_error_handler(function ($level, $text) { echo '  ', $text, "\n"; return true; });
calls($r, [
    ['copy', 'a', 'b'], ['rename', 'a', 'b'], ['renamenx', 'a', 'b'], ['smove', 'a', 'b', 'm'], ['lcs', 'a', 'b'], ['bitop', 'and', 'a', 'b'],
    ['rpoplpush', 'a', 'b'], ['brpoplpush', 'a', 'b', 1], ['lmove', 'a', 'b', 'LEFT', 'LEFT'], ['blmove', 'a', 'b', 'LEFT', 'LEFT', 0.01],
    ['lmpop', ['a', 'b'], 'LEFT'], ['blmpop', 0.01, ['a', 'b'], 'LEFT'], ['zmpop', ['a', 'b'], 'MIN'], ['bzmpop', 0.01, ['a', 'b'], 'MIN'],
    ['blpop', ['a', 'b'], 1], ['bzpopmin', ['a', 'b'], 1], ['sinter', 'a', 'b'], ['sinterstore', 'a', 'b'], ['sintercard', ['a', 'b']],
    ['zinter', ['a', 'b']], ['zunion', ['a', 'b']], ['zdiff', ['a', 'b']], ['zinterstore', 'a', ['b']], ['zunionstore', 'a', ['b']],
    ['zdiffstore', 'a', ['b']], ['zintercard', ['a', 'b']], ['zrangestore', 'a', 'b', 0, -1], ['pfcount', ['a', 'b']], ['pfmerge', 'a', ['b']],
    ['geosearchstore', 'a', 'b', 'm', 1, 'km'], ['georadius', 'a', 1, 2, 3, 'km', ['store' => 'b']], ['sort', 'a', ['store' => 'b']],
    ['sort', 'a', ['by' => 'x*']], ['sort', 'a', ['get' => 'x*']], ['xread', ['a' => '0', 'b' => '0']],
    ['xreadgroup', 'g', 'c', ['a' => '>', 'b' => '>']], ['eval', 'return 1', ['a', 'b'], 2], ['exists', 'a', 'b'], ['touch', 'a', 'b'],
    ['pfadd', 'pf', ['x']], ['pfadd', 'pf', ['x']], ['pfcount', ['pf']], ['pfcount', 5],
    ['eval', 'return false'], ['eval', 'return {1,{false,"x"},false}', ['k'], 1],
    ['xgroup', 'CREATE', 'stream', 'group', '0', true], ['xpending', 'stream', 'group'], ['xclaim', 'stream', 'group', 'c', 0, ['1-1']],
    ['ping', ['127.0.0.1', $node]], ['ping', ['127.0.0.1', (string) $node]], ['ping', ['127.0.0.1']], ['dbsize', ['127.0.0.1', 1]],
]);
t('in a transaction', fn() => $r->multi()->pfadd('pf', ['y'])->eval('return {1,false}', ['pf'], 1)->exec());

for ($i = 0; $i < 120; $i++) {
    $r->set("key:$i", $i);
}
$r->setOption(Redis::OPT_SCAN, Redis::SCAN_PREFIX);
$r->setOption(Redis::OPT_PREFIX, 'key:');
foreach (['1*', null] as $pattern) {
    $found = 0;
    foreach ($r->_masters() as $master) {
        $place = null;
        do {
            $keys = $r->scan($place, $master, $pattern, 50);
            $found += count($keys ?: []);
        } while ($place > 0);
    }
    echo $pattern, ' ', $found, "\n";
}
foreach (['hscan', 'sscan', 'zscan'] as $method) {
    $place = null;
    t($method, fn() => $r->$method('1', $place));
}
t('seeds before a name', fn() => count((new RedisCluster('a name', ["127.0.0.1:$node"]))->_masters()));
t('no seeds', fn() => new RedisCluster('a name', null));
t('timeout', fn() => new RedisCluster(null, ["127.0.0.1:$node"], 1e11));
t('slow', fn() => (new RedisCluster(null, ["127.0.0.1:$node"], 1, 0.2))->blpop(['none'], 1));
$url = 'unix://' . getenv('REDIS_FOLDER') . '/redis.sock';
t('socket', fn() => (new Redis)->connect($url));
t('socket', fn() => (new Redis)->connect($url, 1));
