<?php
require 'inc/common.php';
$port = (int) getenv('REDIS_ONE');
$socket = getenv('REDIS_FOLDER') . '/redis.sock';
function facts(Redis $r): array
{
    return [$r->getHost(), $r->getPort(), $r->getTimeout(), $r->getReadTimeout(), $r->getDBNum(), $r->getPersistentID(), $r->getAuth(), $r->isConnected()];
}
$redis = new Redis;
t('unconnected', fn() => $redis->getOption(1));
t('refused', fn() => $redis->connect('127.0.0.1', 1));
t('get', fn() => $redis->get('a'));
t('no host', fn() => $redis->connect('no.such.host.invalid'));
foreach ([['127.0.0.1', $port], ['localhost', $port, 1.5], ['tcp://127.0.0.1', $port], [$socket], [$socket, 0], [$socket, -1], ["unix://$socket", 0], ['/none.sock'], ['127.0.0.1', $port, -1], ['127.0.0.1', $port, 1, null, -5], ['127.0.0.1', $port, 1e20], ['127.0.0.1', $port, 0, null, 0, 1e20], ['127.0.0.1', $port, 0.5, 'id', 100, 1.5], ['127.0.0.1', $port, 0, null, 0, 0, ['auth' => 'foo']]] as $arguments) {
    $redis = new Redis;
    t(json_encode($arguments, JSON_PARTIAL_OUTPUT_ON_ERROR), fn() => [$redis->connect(...$arguments), facts($redis)]);
}
$redis = new Redis;
t('persistent', fn() => [$redis->pconnect('127.0.0.1', $port, 0.5, 'pid', 100, 1.5), facts($redis), $redis->set('p', 1), $redis->close()]);
$second = new Redis;
t('persistent', fn() => [$second->pconnect('127.0.0.1', $port), $second->select(2), $second->close(), $redis->pconnect('127.0.0.1', $port), $redis->get('p')]);
foreach ([['auth', []], ['auth', ['a', 'b', 'c']], ['auth', ['user' => 'u', 'pass' => 'p']], ['auth', 'bad'], ['auth', 5], ['retryInterval', 'x'], ['readTimeout', 'x'], ['readTimeout', 2], ['persistent', 'x'], ['persistent', true], ['ssl', 5], ['backoff', 5], ['backoff', ['algorithm' => Redis::BACKOFF_ALGORITHM_FULL_JITTER, 'base' => 5, 'cap' => 9]], ['port', '6'], ['connectTimeout', 'x'], ['connectTimeout', 1], ['bogus', 1], ['host', 5]] as [$name, $value]) {
    t("$name " . json_encode($value), function () use ($name, $value, $port) {
        $r = new Redis([$name => $value] + ['host' => '127.0.0.1', 'port' => $port]);
        try {
            $got = $r->get('none');
        } catch (RedisException $e) {
            $got = $e->getMessage();
        }
        return [facts($r), $r->getOption(Redis::OPT_BACKOFF_ALGORITHM), $r->getOption(Redis::OPT_BACKOFF_BASE), $r->getOption(Redis::OPT_BACKOFF_CAP), $got];
    });
}
$redis = client();
foreach ([['x'], ['u', 'p'], [], ['u', 'p', 'z'], ['user' => 'a', 'pass' => 'b'], 'str', 5, null, [null, 'x'], ['pass' => 'zz']] as $auth) {
    t('auth ' . json_encode($auth), fn() => $redis->auth($auth));
}
$redis->acl('setuser', 'bob', 'on', '>pw', '~*', '+@all');
t('auth', fn() => [$redis->auth(['bob', 'pw']), $redis->getAuth(), $redis->acl('whoami')]);
t('auth', fn() => $redis->auth(['bob', 'bad']));
t('lazy', fn() => (new Redis(['host' => '127.0.0.1', 'port' => $port, 'auth' => ['bob', 'pw']]))->acl('whoami'));
t('lazy', fn() => (new Redis(['host' => '127.0.0.1', 'port' => $port, 'auth' => ['bob', 'no']]))->acl('whoami'));
$redis = client();
$redis->acl('deluser', 'bob');
t('select', fn() => [$redis->select(3), $redis->getDBNum(), $redis->select(99), $redis->getDBNum()]);
t('bytes', fn() => [$redis->clearTransferredBytes(), $redis->get('x'), $redis->getTransferredBytes()[0]]);
t('server', fn() => [$redis->serverName(), is_string($redis->serverVersion())]);
t('reset', fn() => [$redis->reset(), $redis->getDBNum()]);
t('close', fn() => [$redis->close(), $redis->close()]);
t('closed', fn() => $redis->ping());
t('raw', fn() => (new ReflectionClass('Redis'))->newInstanceWithoutConstructor()->get('x'));
$child = new class extends Redis {
    public $note = 'kept';
};
t('child', fn() => [$child->connect('127.0.0.1', $port), $child->set('c', 1), $child->get('c'), $child->note]);
t('arguments', fn() => $redis->get());
t('arguments', fn() => $redis->get('a', 'b'));
t('arguments', fn() => $redis->get([]));
t('types', fn() => $redis->setex('a', 'x', 1));
var_dump(new Redis);
