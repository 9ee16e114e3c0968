<?php
require 'inc/common.php';
class Point
{
    public $x = 1;
    protected $y = [1];
    public function __sleep() { return ['x', 'y']; }
    public function __wakeup() { $this->x = 'awake'; }
}
class Text
{
    public function __toString() { return 'text'; }
}
$redis = client();
$redis->flushAll();
$values = ['null' => null, 'true' => true, 'false' => false, 'int' => 1, 'float' => 1.5, 'text' => 'x', 'digits' => '12', 'list' => [1, 'a' => [2]], 'object' => new Point, 'stringable' => new Text, 'large' => str_repeat('abc', 500)];
foreach (['NONE', 'PHP', 'IGBINARY', 'JSON'] as $serializer) {
    echo "-- $serializer\n";
    $redis->setOption(Redis::OPT_SERIALIZER, constant("Redis::SERIALIZER_$serializer"));
    foreach ($values as $name => $value) {
        $text = $redis->_serialize($value);
        echo $name, ' ', md5($text), ' ', json_encode($redis->set($name, $value)), ' ';
        ob_start();
        var_dump($redis->get($name));
        echo md5(preg_replace('/#\d+/', '#', ob_get_clean())), ' ', bin2hex(substr((string) $redis->_pack($value), 0, 20)), "\n";
    }
    calls($redis, [['_unserialize', 'abc'], ['_unserialize', ''], ['_unserialize', 'b:0;'], ['_unserialize', "\0\0\0\2\0"], ['_unserialize', '[1]'], ['mset', ['a' => [1], 'b' => 2]], ['mget', ['a', 'b', 'c']], ['lPush', 'l', [1], 'x'], ['lrange', 'l', 0, -1], ['lPos', 'l', [1]], ['lrem', 'l', [1]], ['lPop', 'l'], ['sAdd', 's', [1], [2]], ['sismember', 's', [1]], ['sMembers', 's'], ['hSet', 'h', 'f', [1]], ['hGet', 'h', 'f'], ['hGetAll', 'h'], ['hVals', 'h'], ['hMget', 'h', ['f', 'g']], ['zAdd', 'z', 1, 'l', 2, 'm'], ['zRange', 'z', 0, -1], ['zRange', 'z', 0, -1, true], ['zScore', 'z', 'l'], ['zRank', 'z', 'm'], ['getset', 'a', [2]], ['incr', 'n'], ['get', 'n'], ['append', 'ap', 'x'], ['eval', 'return redis.call("get", "a")'], ['blPop', 'l', 1], ['zPopMin', 'z'], ['sPop', 'none'], ['sPop', 's', 5], ['zIncrBy', 'z', 1, 'm'], ['del', 'l', 's', 'h', 'z', 'n', 'ap']]);
}
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
$redis->setOption(Redis::OPT_PACK_IGNORE_NUMBERS, true);
calls($redis, [['set', 'n', 5], ['incr', 'n'], ['get', 'n'], ['set', 'f', 1.5], ['get', 'f'], ['set', 's', '12'], ['get', 's'], ['_pack', 1], ['_pack', '1'], ['_unpack', '1'], ['_unpack', '1.5'], ['_unpack', 'abc'], ['_unpack', ' 1']]);
$redis->setOption(Redis::OPT_PACK_IGNORE_NUMBERS, false);
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_NONE);
mt_srand(3);
$noise = '';
for ($i = 0; $i < 3000; $i++) {
    $noise .= chr(mt_rand(0, 255) & mt_rand(0, 255));
}
$texts = ['', 'a', 'abcd', str_repeat('the quick brown fox ', 30), implode(',', range(1, 2000)), $noise, str_repeat("\0", 70000), random_bytes(10) ? str_repeat('ab', 9000) : ''];
foreach (['LZF' => [0], 'ZSTD' => [0, 3, 9, 22, -5], 'LZ4' => [0, 3, 12]] as $compression => $levels) {
    foreach ($levels as $level) {
        $redis->setOption(Redis::OPT_COMPRESSION, constant("Redis::COMPRESSION_$compression"));
        $redis->setOption(Redis::OPT_COMPRESSION_LEVEL, $level);
        foreach ($texts as $i => $text) {
            $packed = $redis->_compress($text);
            echo "$compression $level $i ", strlen($packed), ' ', md5($packed), ' ', json_encode($redis->_uncompress($packed) === $text), "\n";
        }
        t('stored', fn() => [$redis->set('c', $texts[3]), $redis->get('c') === $texts[3], $redis->rawcommand('strlen', 'c')]);
        t('plain', fn() => $redis->_uncompress('not compressed'));
        t('damaged', fn() => $redis->_uncompress("\x28\xb5\x2f\xfd\xff\xff\xff\xff\xff\xff"));
    }
}
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_IGBINARY);
t('both', fn() => [$redis->set('c', [1, 'a' => str_repeat('x', 100)]), $redis->get('c')]);
foreach ([1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as $option) {
    foreach ([5, -1, 'abc', 99, null, true, 1.5, 0] as $value) {
        t("$option " . json_encode($value), fn() => [$redis->setOption($option, $value), $redis->getOption($option)]);
    }
}
t('unknown', fn() => $redis->setOption(99, 1));
t('unknown', fn() => $redis->getOption(99));
