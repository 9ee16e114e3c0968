<?php
require 'inc/common.php';
$port = (int) getenv('REDIS_SPARE');
$folder = getenv('REDIS_FOLDER');
function start(bool $keeps = false): void
{
    global $port, $folder, $server;
    $how = $keeps ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no'];
    @mkdir("$folder/spare");
    $server = proc_open(['redis-server', '--port', "$port", '--dir', "$folder/spare", '--save', '', ...$how], [1 => ['file', '/dev/null', 'w']], $pipes);
    for ($i = 0; $i < 200 && !($f = @fsockopen('127.0.0.1', $port)); $i++) {
        usleep(10000);
    }
    $probe = client($port);
    for ($i = 0; $i < 200 && $probe->info('persistence')['loading'] ?? 1; $i++) {
        usleep(10000);
    }
}
function stop(): void
{
    global $server;
    posix_kill(proc_get_status($server)['pid'], 9);
    proc_close($server);
}
start();
$redis = client($port);
$redis->setOption(Redis::OPT_MAX_RETRIES, 2);
t('set', fn() => $redis->set('a', '1'));
stop();
start();
t('after a restart', fn() => $redis->get('a'));
t('database', fn() => [$redis->select(3), $redis->set('z', 1)]);
stop();
start();
t('after a restart', fn() => [$redis->set('a', 2), $redis->getDBNum(), $redis->client('list')[0]['db'] ?? null]);
stop();
t('down', fn() => $redis->get('a'));
t('still down', fn() => $redis->get('a'));
start();
t('up', fn() => $redis->get('a'));
$redis = client($port);
t('multi', fn() => $redis->multi()->set('x', 1));
stop();
start();
t('in multi', fn() => $redis->set('y', 1));
t('exec', fn() => $redis->exec());
$redis = client($port);
$redis->watch('x');
stop();
start();
t('watched', fn() => $redis->get('x'));
t('watched', fn() => $redis->get('x'));
$redis = new Redis;
$redis->connect('127.0.0.1', $port, 0, null, 0, 0.2);
t('timeout', fn() => $redis->blPop('nolist', 1));
t('after', fn() => $redis->get('x'));
t('protocol', fn() => $redis->rawcommand('hello', '3'));
stop();
// What was acknowledged is there after a crash.
start(true);
$redis = client($port);
for ($i = 0; $i < 200; $i++) {
    if (!$redis->set("kept$i", "v$i")) {
        echo "not acknowledged\n";
    }
}
stop();
start(true);
$good = 0;
for ($i = 0; $i < 200; $i++) {
    $good += $redis->get("kept$i") === "v$i";
}
echo "$good of 200\n";
stop();
