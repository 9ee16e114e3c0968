<?php
require 'inc/common.php';
$redis = client();
$redis->flushAll();
function speak(array $messages): void
{
    if (!pcntl_fork()) {
        usleep(150000);
        $other = client();
        foreach ($messages as [$channel, $text]) {
            $other->publish($channel, $text);
            usleep(10000);
        }
        posix_kill(getmypid(), 9);
    }
}
speak([['c1', 'one'], ['c2', 'two'], ['q', 'nobody'], ['c1', 'end']]);
t('subscribe', fn() => $redis->subscribe(['c1', 'c2'], function ($of, $channel, $text) {
    echo get_class($of), " $channel $text\n";
    if ($text === 'end') {
        var_dump($of->unsubscribe(['c1']), $of->unsubscribe(['c2']));
    }
}));
t('after', fn() => $redis->ping());
speak([['news.a', 'one'], ['news.b', 'two'], ['news.b', 'end']]);
t('psubscribe', fn() => $redis->psubscribe(['news.*'], function ($of, $pattern, $channel, $text) {
    echo "$pattern $channel $text\n";
    if ($text === 'end') {
        var_dump($of->punsubscribe(['news.*']));
    }
}));
$redis = client();
t('none', fn() => $redis->subscribe([], fn() => 1));
t('unsubscribe', fn() => $redis->unsubscribe(['x']));
t('not callable', fn() => $redis->subscribe(['c'], 'no_such_function'));
$redis->setOption(Redis::OPT_READ_TIMEOUT, 0.1);
t('timeout', fn() => $redis->subscribe(['c1'], fn() => 1));
