<?php
// One measured piece of work: php work.php PORT NAME SERIALIZER SECONDS prints operations, seconds and seconds of CPU.
[, $port, $name, $serializer, $seconds] = $argv;
$redis = new Redis;
$redis->connect('127.0.0.1', (int) $port);
$redis->setOption(Redis::OPT_SERIALIZER, constant("Redis::SERIALIZER_$serializer"));
$value = $serializer === 'NONE' ? str_repeat('v', 100) : ['id' => 17, 'name' => str_repeat('v', 60), 'tags' => ['a', 'b', 'c'], 'price' => 1.5];
$fields = $keys = [];
for ($i = 0; $i < 100; $i++) {
    $fields["field$i"] = $value;
    $keys[] = "key$i";
}
$redis->del('hash');
$redis->hMset('hash', $fields);
$redis->mset(array_fill_keys($keys, $value));
$works = [
    'set' => fn() => $redis->set('key', $value),
    'get' => fn() => $redis->get('key1'),
    'pipeline' => function () use ($redis, $value) {
        $redis->pipeline();
        for ($i = 0; $i < 50; $i++) {
            $redis->set("p$i", $value);
            $redis->get("p$i");
        }
        return $redis->exec();
    },
    'hGetAll' => fn() => $redis->hGetAll('hash'),
    'mGet' => fn() => $redis->mGet($keys),
];
$work = $works[$name];
for ($i = 0; $i < 20; $i++) {
    $work();
}
$before = getrusage();
$start = hrtime(true);
$end = $start + (int) ($seconds * 1e9);
$count = 0;
do {
    for ($i = 0; $i < 20; $i++) {
        $work();
    }
    $count += 20;
} while (($now = hrtime(true)) < $end);
$after = getrusage();
$cpu = 0;
foreach (['ru_utime', 'ru_stime'] as $kind) {
    $cpu += $after["$kind.tv_sec"] - $before["$kind.tv_sec"] + ($after["$kind.tv_usec"] - $before["$kind.tv_usec"]) / 1e6;
}
printf("%d %.6f %.6f\n", $count, ($now - $start) / 1e9, $cpu);
