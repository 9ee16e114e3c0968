<?php
// Transactions and pipelines with commands that fail, that cannot be queued, that are cut off.
require 'inc/common.php';
$redis = client();
$redis->flushall();
$redis->set('text', 'x');
t('wrong type', fn() => $redis->multi()->set('a', 1)->lPush('text', 1)->incr('text')->get('a')->exec());
t('wrong type', fn() => $redis->pipeline()->set('a', 1)->lPush('text', 1)->incr('text')->hGetAll('text')->get('a')->exec());
t('nested', fn() => $redis->pipeline()->set('a', 2)->multi()->incr('a')->lPush('text', 1)->get('a')->exec()->get('a')->exec());
t('two', fn() => $redis->pipeline()->multi()->incr('a')->exec()->multi()->incr('a')->incr('a')->exec()->exec());
t('empty', fn() => $redis->multi()->exec());
t('empty', fn() => $redis->pipeline()->exec());
t('empty', fn() => $redis->pipeline()->multi()->exec()->exec());
t('exec', fn() => $redis->exec());
t('discard', fn() => $redis->discard());
t('discard', fn() => [$redis->multi()->set('a', 9)->discard(), $redis->get('a'), $redis->getMode()]);
t('discard', fn() => [$redis->pipeline()->set('a', 9)->discard(), $redis->get('a'), $redis->getMode()]);
t('unknown', fn() => $redis->multi()->rawcommand('nosuch', 1));
t('mode', fn() => $redis->getMode());
t('aborted', fn() => $redis->exec());
t('mode', fn() => $redis->getMode());
t('arity', fn() => $redis->pipeline()->rawcommand('get')->get('a')->exec());
$redis->multi();
t('arity', fn() => $redis->rawcommand('get'));
t('arity', fn() => $redis->set('a', 8));
t('aborted', fn() => $redis->exec());
t('kept', fn() => $redis->get('a'));
t('again', fn() => [get_class($redis->multi()), get_class($redis->multi()), $redis->getMode()]);
t('pipeline in multi', fn() => $redis->set('b', 1) === $redis);
t('exec', fn() => $redis->exec());
t('multi twice', fn() => [get_class($redis->pipeline()), get_class($redis->pipeline()), $redis->getMode(), $redis->exec()]);
$other = client();
t('watch', fn() => [$redis->watch('a', 'b'), $other->set('a', 'other'), $redis->multi()->set('a', 'own')->exec(), $redis->get('a')]);
t('watch', fn() => [$redis->watch(['a']), $redis->multi()->set('a', 'own')->exec(), $redis->get('a')]);
t('unwatch', fn() => [$redis->watch('a'), $other->set('a', 'other'), $redis->unwatch(), $redis->multi()->set('a', 'own')->exec()]);
t('watch', fn() => $redis->multi()->watch('a'));
t('discard', fn() => $redis->discard());
t('script', fn() => $redis->multi()->eval('return {1, "two", redis.status_reply("FINE"), false, {3}}')->eval('return redis.error_reply("MINE own")')->evalsha('0', [])->exec());
t('script', fn() => $redis->pipeline()->eval('return redis.call("incr", KEYS[1])', ['text'], 1)->eval('return redis.pcall("incr", KEYS[1])', ['text'], 1)->script('exists', 'x')->exec());
foreach (['return 1', 'return "text"', 'return {}', 'return {1, {2, {3}}}', 'return nil', 'return true', 'return false', 'return 1.9', 'return {1, nil, 3}', 'return redis.status_reply("OK")', 'return redis.error_reply("ERR mine")', 'return redis.error_reply("MINE mine")', 'return {1, redis.error_reply("MINE inside"), 3}', 'error("lua")', 'return redis.call("nosuch")', 'return KEYS[1] .. ARGV[1]', 'return #KEYS .. "/" .. #ARGV', 'syntax error', 'return {double=3.5}', 'return cjson.encode({1, 2})'] as $script) {
    t($script, fn() => $redis->eval($script, ['key', 'argument'], 1));
    t('again', fn() => $redis->evalSha(sha1($script), ['key', 'argument'], 1));
}
t('sha', fn() => $redis->evalSha(str_repeat('0', 40)));
t('load', fn() => [$sha = $redis->script('load', 'return ARGV[1]'), $redis->evalSha($sha, ['a']), $redis->script('exists', $sha, 'none'), $redis->script('flush'), $redis->script('exists', $sha)]);
t('eval_ro', fn() => [$redis->eval_ro('return redis.call("get", KEYS[1])', ['text'], 1), $redis->evalsha_ro(sha1('return redis.call("get", KEYS[1])'), ['text'], 1)]);
t('eval_ro', fn() => $redis->eval_ro('return redis.call("set", KEYS[1], 1)', ['text'], 1));
$redis->setOption(Redis::OPT_PREFIX, 'pre:');
t('prefix', fn() => [$redis->eval('return {KEYS[1], ARGV[1]}', ['key', 'argument'], 1), $redis->multi()->set('k', 1)->get('k')->keys('*')->exec(), $redis->pipeline()->mget(['k', 'l'])->del('k')->exec()]);
$redis->setOption(Redis::OPT_PREFIX, '');
t('bad mode', fn() => $redis->multi(7));
t('select', fn() => [$redis->multi()->select(1)->set('one', 1)->exec(), $redis->getDBNum(), $redis->get('one'), $redis->select(0), $redis->get('one')]);
t('select', fn() => [$redis->pipeline()->select(1)->get('one')->select(0)->get('one')->exec(), $redis->getDBNum()]);
t('select', fn() => [$redis->select(-1), $redis->select(99), $redis->getDBNum()]);
t('many', fn() => (function () use ($redis) {
    $redis->pipeline();
    for ($i = 0; $i < 3000; $i++) {
        $redis->set("many$i", str_repeat('x', $i));
        $redis->strlen("many$i");
        $redis->get("many$i");
    }
    $all = $redis->exec();
    return [count($all), array_sum(array_filter($all, 'is_int')), md5(implode(',', $all))];
})());
