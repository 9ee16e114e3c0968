<?php
require 'inc/common.php';
$redis = client();
$redis->flushAll();
$redis->mset(['k1' => 1, 'k2' => 2, 'other' => 3]);
$redis->hMset('h', ['a' => 1, 'b' => 2]);
$redis->zAdd('z', 1, 'a', 2.5, 'b');
$redis->sAdd('s', 'x', 'y');
function walk(string $name, callable $step, mixed $it = null): void
{
    for ($i = 0; $i < 3; $i++) {
        t($name, function () use ($step, &$it) {
            return [sorted($step($it)), $it];
        });
    }
}
walk('all', function (&$it) use ($redis) { return $redis->scan($it); });
walk('pattern', function (&$it) use ($redis) { return $redis->scan($it, 'k*', 100); });
walk('type', function (&$it) use ($redis) { return $redis->scan($it, null, 100, 'hash'); });
walk('none', function (&$it) use ($redis) { return $redis->scan($it, 'nothing*'); });
walk('zero', function (&$it) use ($redis) { return $redis->scan($it); }, 0);
walk('text', function (&$it) use ($redis) { return $redis->scan($it); }, '0');
walk('hash', function (&$it) use ($redis) { return $redis->hscan('h', $it); });
walk('hash', function (&$it) use ($redis) { return $redis->hscan('h', $it, 'a*', 10); });
walk('sorted set', function (&$it) use ($redis) { return $redis->zscan('z', $it); });
walk('set', function (&$it) use ($redis) { return $redis->sscan('s', $it); });
walk('no key', function (&$it) use ($redis) { return $redis->sscan('none', $it); });
walk('wrong', function (&$it) use ($redis) { return $redis->hscan('k1', $it); });
$redis->setOption(Redis::OPT_SCAN, Redis::SCAN_RETRY);
walk('retry', function (&$it) use ($redis) { return $redis->scan($it, 'nothing*'); });
$redis->setOption(Redis::OPT_PREFIX, 'k');
$redis->setOption(Redis::OPT_SCAN, Redis::SCAN_PREFIX);
t('option', fn() => $redis->getOption(Redis::OPT_SCAN));
walk('prefix', function (&$it) use ($redis) { return $redis->scan($it); });
walk('prefix', function (&$it) use ($redis) { return $redis->scan($it, '1*'); });
$redis->setOption(Redis::OPT_SCAN, Redis::SCAN_NOPREFIX);
$redis->setOption(Redis::OPT_SCAN, Redis::SCAN_NORETRY);
t('option', fn() => $redis->getOption(Redis::OPT_SCAN));
$redis->setOption(Redis::OPT_PREFIX, '');
for ($i = 0; $i < 1000; $i++) {
    $redis->sAdd('big', "m$i");
}
$it = null;
$seen = [];
$steps = 0;
while (($found = $redis->sscan('big', $it, null, 50)) !== false && $steps++ < 1000) {
    foreach ($found as $member) {
        $seen[$member] = true;
    }
}
echo count($seen), "\n";
