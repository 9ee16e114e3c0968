<?php
require 'inc/common.php';
$redis = client();
$redis->flushAll();
$r = $redis;
$redis->lPush('l', 1);
t('pipeline', fn() => $r->pipeline()->set('a', 1)->get('a')->incr('a')->mget(['a', 'b'])->hGetAll('h')->lPush('a', 1)->get('a')->exec());
t('mode', fn() => [$r->pipeline()->getMode(), $r->set('a', 1)->getMode(), $r->exec(), $r->getMode()]);
t('multi', fn() => $r->multi()->set('a', 1)->get('a')->lPush('a', 1)->zRange('z', 0, -1, true)->hMget('h', ['x', 'y'])->exec());
t('nested', fn() => $r->pipeline()->multi()->set('a', 1)->get('a')->exec()->exec());
t('nested', fn() => $r->pipeline()->set('z', 1)->multi()->set('a', 1)->lPush('a', 1)->exec()->get('a')->exec());
t('discard', fn() => [$r->pipeline()->multi()->set('a', 5)->discard(), $r->getMode(), $r->get('a')]);
t('discard', fn() => [$r->pipeline()->set('a', 6)->discard(), $r->getMode(), $r->get('a')]);
t('discard', fn() => [$r->multi()->set('a', 7)->discard(), $r->getMode(), $r->get('a')]);
t('empty', fn() => [$r->pipeline()->exec(), $r->multi()->exec()]);
t('without', fn() => [$r->exec(), $r->discard()]);
t('twice', fn() => [get_class($r->multi()->multi()), $r->exec(), get_class($r->pipeline()->pipeline()), $r->exec()]);
t('by number', fn() => $r->multi(Redis::PIPELINE)->set('a', 1)->exec());
t('unknown', fn() => $r->multi(7));
t('kinds', fn() => count($r->multi()->ping()->echo('x')->time()->type('a')->select(0)->dbSize()->info('bogus')->exec()));
t('watch', fn() => [$r->watch('a'), $r->unwatch(), $r->watch(['a', 'b']), $r->multi()->set('a', 2)->exec()]);
t('changed', function () use ($r) {
    $other = client();
    $r->watch('a');
    $r->multi();
    $other->set('a', 'else');
    return $r->get('a')->exec();
});
t('watch inside', fn() => [$r->multi()->watch('a'), $r->exec()]);
t('aborted', fn() => [$r->multi()->rawcommand('get'), $r->exec()]);
t('bad argument', fn() => $r->multi()->set('a', 'x', ['EX' => 0]));
t('exec', fn() => $r->exec());
t('closed', fn() => $r->multi()->close());
t('exec', fn() => $r->exec());
$redis = client();
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
t('serialized', fn() => $redis->pipeline()->set('s', [1, 2])->get('s')->hMset('hh', ['a' => [1], 'b' => null])->hGetAll('hh')->hMget('hh', ['a', 'b', 'c'])->zAdd('zz', 1, ['m'])->zRange('zz', 0, -1)->exec());
t('large', function () use ($redis) {
    $redis->pipeline();
    for ($i = 0; $i < 5000; $i++) {
        $redis->set("k$i", str_repeat((string) $i, 20));
        $redis->get("k$i");
    }
    return md5(serialize($redis->exec()));
});
t('in a pipeline', fn() => $redis->pipeline()->getLastError());
$redis->exec();
$it = null;
$redis->multi();
$redis->scan($it);
