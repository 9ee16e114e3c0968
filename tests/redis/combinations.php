<?php
// Every serializer with every compression, in plain calls, pipelines and transactions.
require 'inc/common.php';
$redis = client();
$redis->flushall();
$values = ['', 'a', str_repeat('text ', 40), 0, -5, 1.5, true, false, null, [], [1, 'a' => ['b' => 2.5]], range(1, 60), (object) ['p' => 1]];
$shown = fn($value) => is_object($value) ? [get_class($value), (array) $value] : $value;
foreach (['NONE', 'PHP', 'IGBINARY', 'JSON'] as $serializer) {
    // php-redis reads beyond the end of JSON that was compressed.
    foreach ($serializer === 'JSON' ? ['NONE'] : ['NONE', 'LZF', 'ZSTD', 'LZ4'] as $compression) {
        foreach ([false, true] as $numbers) {
            $redis->setOption(Redis::OPT_SERIALIZER, constant("Redis::SERIALIZER_$serializer"));
            $redis->setOption(Redis::OPT_COMPRESSION, constant("Redis::COMPRESSION_$compression"));
            $redis->setOption(Redis::OPT_PACK_IGNORE_NUMBERS, $numbers);
            echo "-- $serializer $compression ", json_encode($numbers), "\n";
            foreach ($values as $value) {
                if ($serializer === 'NONE' && !is_scalar($value)) {
                    continue;
                }
                t('get', fn() => [$redis->set('k', $value), $shown($redis->get('k')), $shown($redis->getSet('k', 'x')), $shown($redis->getDel('k'))]);
            }
            $few = $serializer === 'NONE' ? ['one', 'two two two two two two', '3'] : [['one'], 'two two two two two two', 3];
            t('mget', fn() => [$redis->mset(['a' => $few[0], 'b' => $few[1]]), $redis->mget(['a', 'none', 'b']), $redis->msetnx(['c' => $few[2], 'a' => 1]), $redis->setnx('c', $few[2])]);
            t('hash', fn() => [$redis->hMset('h', ['x' => $few[0], 'y' => $few[1]]), $redis->hGetAll('h'), $redis->hMget('h', ['x', 'z']), sorted($redis->hVals('h')), $redis->hSet('h', 'z', $few[2]), $redis->hGet('h', 'z')]);
            t('list', fn() => [$redis->rPush('l', ...$few), $redis->lRange('l', 0, -1), $redis->lPos('l', $few[1]), $redis->lInsert('l', 'before', $few[1], $few[2]), $redis->lRem('l', $few[0], 0), $redis->lPop('l', 2), $redis->blPop('l', 1)]);
            t('set', fn() => [$redis->sAdd('s', ...$few), $redis->sIsMember('s', $few[0]), $redis->sMisMember('s', 'none'), $redis->sRem('s', $few[0]), $redis->sMove('s', 't', $few[1]), $redis->sMembers('t')]);
            t('sorted', fn() => [$redis->zAdd('z', 1, 'm1', 2, 'm2'), $redis->zRange('z', 0, -1), $redis->zRange('z', 0, -1, true), $redis->zScore('z', 'm1'), $redis->zIncrBy('z', 2, 'm2'), $redis->zPopMax('z')]);
            t('pipeline', fn() => $redis->pipeline()->set('p', $few[0])->get('p')->mget(['p', 'none'])->hGetAll('h')->sMembers('t')->exec());
            t('multi', fn() => $redis->multi()->set('p', $few[0])->get('p')->mget(['p', 'none'])->hGet('h', 'x')->exec());
            t('numbers', fn() => [$redis->set('n', 5), $redis->incr('n'), $redis->get('n'), $redis->incrByFloat('n', 0.5), $redis->get('n')]);
            $redis->flushall();
        }
    }
}
// What one has written, another reads.
$redis->setOption(Redis::OPT_PACK_IGNORE_NUMBERS, false);
foreach (['NONE', 'PHP', 'IGBINARY', 'JSON'] as $written) {
    foreach (['NONE', 'LZF', 'ZSTD', 'LZ4'] as $compressed) {
        $redis->setOption(Redis::OPT_SERIALIZER, constant("Redis::SERIALIZER_$written"));
        $redis->setOption(Redis::OPT_COMPRESSION, constant("Redis::COMPRESSION_$compressed"));
        $redis->set('k', $written === 'NONE' ? 'plain text, plain text, plain text' : ['a' => str_repeat('b', 30)]);
        foreach (['NONE', 'PHP', 'IGBINARY', 'JSON'] as $read) {
            foreach ($read === 'JSON' ? ['NONE'] : ['NONE', 'LZF', 'ZSTD', 'LZ4'] as $expected) {
                $redis->setOption(Redis::OPT_SERIALIZER, constant("Redis::SERIALIZER_$read"));
                $redis->setOption(Redis::OPT_COMPRESSION, constant("Redis::COMPRESSION_$expected"));
                // Bytes of another compression are told by their form, which differs with the libraries' versions.
                t("$written $compressed $read $expected", fn() => is_string($got = $redis->get('k')) && $compressed !== 'NONE' && $expected !== $compressed ? 'bytes' : $got);
            }
        }
    }
}
