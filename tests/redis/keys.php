<?php
require 'inc/common.php';
$redis = client();
$redis->flushAll();
$redis->mset(['a' => 1, 'b' => 2, 'c' => 3, 'd' => 4, 'e' => 5]);
calls($redis, [
    ['del', 'a'], ['del', 'a', 'b', 'c'], ['del', ['d', 'none']], ['del', []], ['unlink', 'e'], ['unlink', ['x', 'y']], ['unlink', []], ['set', 'a', 1], ['exists', 'a'], ['exists', 'a', 'a', 'n'], ['exists', ['a', 'n']], ['exists', []], ['touch', 'a', 'n'], ['touch', ['a']], ['touch', []], ['exists', 5],
    ['expire', 'a', 100], ['ttl', 'a'], ['expire', 'n', 100], ['expire', 'a', 200, 'GT'], ['expire', 'a', 100, 'GT'], ['expire', 'a', 100, 'xx'], ['expire', 'a', 100, 'bogus'], ['pexpire', 'a', 100000], ['expireAt', 'a', 4000000000], ['pexpireAt', 'a', 4000000000000], ['pexpireAt', 'a', 4000000000000, 'NX'], ['expiretime', 'a'], ['pexpiretime', 'a'], ['persist', 'a'], ['persist', 'a'], ['ttl', 'a'], ['ttl', 'n'], ['pttl', 'a'],
    ['type', 'a'], ['type', 'n'], ['lpush', 'l', 1], ['type', 'l'], ['sadd', 's', 1], ['type', 's'], ['zadd', 'z', 1, 'm'], ['type', 'z'], ['hset', 'h', 'f', 'v'], ['type', 'h'], ['xadd', 'x', '1-1', ['a' => 1]], ['type', 'x'],
    ['rename', 'a', 'a2'], ['rename', 'a', 'a2'], ['renameNx', 'a2', 'l'], ['renameNx', 'a2', 'a3'], ['copy', 'a3', 'a4'], ['copy', 'a3', 'a4'], ['copy', 'a3', 'a4', ['replace']], ['copy', 'a3', 'a4', ['REPLACE' => true]], ['copy', 'a3', 'a5', ['DB' => 3]], ['copy', 'a3', 'a5', ['db' => -1]], ['copy', 'n', 'a6', []], ['move', 'a4', 2], ['move', 'a4', 2], ['move', 'a3', 99],
    ['keys', 'a*'], ['keys', 'nothing*'], ['object', 'encoding', 'l'], ['object', 'refcount', 'l'], ['object', 'idletime', 'l'], ['object', 'freq', 'l'], ['object', 'bogus', 'l'], ['object', 'encoding', 'n'], ['object', 'refcount', 'n'],
    ['dump', 'n'], ['restore', 'r', 0, 'garbage'], ['expiremember', 's', 'm', 5], ['expirememberat', 's', 'm', 5], ['migrate', '127.0.0.1', 1, 'a3', 0, 100], ['migrate', '127.0.0.1', 1, [], 0, 100], ['migrate', '127.0.0.1', 1, ['a3', 'l'], 0, 100, true, true], ['migrate', '127.0.0.1', 1, 'none', 0, 100, false, false, ['u', 'p']],
    ['rpush', 'sort', 3, 1, 2], ['sort', 'sort'], ['sort', 'sort', ['sort' => 'desc']], ['sort', 'sort', ['limit' => [1, 1]]], ['sort', 'sort', ['alpha' => true, 'SORT' => 'ASC']], ['sort', 'sort', ['by' => 'w_*', 'get' => ['#', 'o_*']]], ['sort', 'sort', ['get' => '#']], ['sort', 'sort', ['store' => 'out']], ['sort', 'sort', ['sort' => 'bogus']], ['sort', 'sort', ['limit' => 5]], ['sort', 'a3'], ['sort', 'n'], ['sort_ro', 'sort', ['sort' => 'desc']], ['lrange', 'out', 0, -1],
    ['sort', 's', ['bogus' => 1]],
]);
t('dump', fn() => $redis->restore('r', 0, $redis->dump('sort')));
t('restored', fn() => $redis->lrange('r', 0, -1));
t('again', fn() => $redis->restore('r', 0, $redis->dump('sort')));
t('replace', fn() => $redis->restore('r', 5000, $redis->dump('sort'), ['REPLACE', 'IDLETIME' => 5]));
t('absolute', fn() => $redis->restore('r', 4000000000000, $redis->dump('sort'), ['replace', 'ABSTTL']) && $redis->expiretime('r') === 4000000000);
t('bad', fn() => $redis->restore('r', 0, 'x', ['IDLETIME' => -1]));
t('bad', fn() => $redis->restore('r', 0, 'x', ['FREQ' => 999]));
foreach (['sortAsc', 'sortAscAlpha', 'sortDesc', 'sortDescAlpha'] as $method) {
    t($method, fn() => @$redis->$method('sort'));
    t($method, fn() => @$redis->$method('sort', null, '#', 0, 2));
}
t('delete', fn() => $redis->delete('a3'));
$redis->setOption(Redis::OPT_PREFIX, 'p:');
calls($redis, [['set', 'k', 1], ['get', 'k'], ['keys', '*'], ['_prefix', 'x'], ['mget', ['k']], ['exists', 'k', 'k'], ['rename', 'k', 'k2'], ['randomKey'], ['object', 'encoding', 'k2'], ['sort', 'k2', ['store' => 'o']], ['eval', 'return {KEYS[1],ARGV[1]}', ['a', 'b'], 1], ['rawcommand', 'exists', 'k2'], ['publish', 'c', 'm'], ['copy', 'k2', 'k3'], ['bitop', 'OR', 'o2', 'k2', 'k3'], ['del', 'k2', 'k3'], ['dbSize'] ]);
