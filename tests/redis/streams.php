<?php
require 'inc/common.php';
$redis = client();
$redis->flushAll();
calls($redis, [
    ['xadd', 's', '1-1', ['a' => 1, 'b' => 'x']], ['xadd', 's', '1-1', ['a' => 1]], ['xadd', 's', '2-1', ['c' => 2]], ['xadd', 's', '3-1', ['d' => 3], 10], ['xadd', 's', '4-1', ['d' => 3], 10, true], ['xadd', 's', '5-1', [], 10], ['xadd', 'n', '1-1', ['a' => 1], 0, false, true], ['xadd', 's', '6-1', ['a' => 1], -1], ['xadd', 's', '7-1', ['a' => 1], 0, true], ['xlen', 's'], ['xrange', 's', '-', '+'], ['xrange', 's', '-', '+', 2], ['xrevrange', 's', '+', '-'], ['xrevrange', 's', '+', '-', 1], ['xrange', 'n', '-', '+'], ['xrange', 's', 'x', '+'],
    ['xread', ['s' => '2-1']], ['xread', ['s' => '0', 'n' => '0'], 1], ['xread', ['s' => '9-1']], ['xread', ['s' => '$'], 1, 10], ['xread', []], ['xdel', 's', ['2-1', '9-9']], ['xdel', 's', []], ['xtrim', 's', '3'], ['xtrim', 's', '3', true], ['xtrim', 's', '4-1', false, true], ['xtrim', 's', '2', true, false, 10], ['xtrim', 's', '2', false, false, 10],
    ['xgroup', 'CREATE', 's', 'g', '0'], ['xgroup', 'CREATE', 's', 'g', '0'], ['xgroup', 'create', 'ns', 'g', '$'], ['xgroup', 'CREATE', 'ns', 'g', '$', true], ['xgroup', 'CREATE', 's', 'g2', '0', false, 5], ['xgroup', 'CREATECONSUMER', 's', 'g', 'c1'], ['xgroup', 'DELCONSUMER', 's', 'g', 'c9'], ['xgroup', 'SETID', 's', 'g', '0'], ['xgroup', 'DESTROY', 's', 'g2'], ['xgroup', 'HELP'], ['xgroup', 'bogus', 's'], ['xgroup', 'CREATE', 's'],
    ['xreadgroup', 'g', 'c1', ['s' => '>']], ['xreadgroup', 'g', 'c1', ['s' => '>']], ['xreadgroup', 'g', 'c1', ['s' => '0'], 1], ['xreadgroup', 'g', 'c1', ['s' => '>'], 1, 10], ['xreadgroup', 'nog', 'c1', ['s' => '>']], ['xreadgroup', 'g', 'c1', []], ['xpending', 's', 'g'], ['xpending', 's', 'nog'], ['xack', 's', 'g', ['4-1']], ['xack', 's', 'g', []], ['xack', 's', 'g', ['99-1']], ['xdel', 's', ['6-1']], ['xreadgroup', 'g', 'c1', ['s' => '0'], 10],
    ['xclaim', 's', 'g', 'c2', 0, ['7-1', '6-1'], []], ['xclaim', 's', 'g', 'c2', 0, ['7-1'], ['JUSTID']], ['xclaim', 's', 'g', 'c2', 0, ['7-1'], ['IDLE' => 1000, 'RETRYCOUNT' => 3, 'FORCE']], ['xclaim', 's', 'g', 'c2', 0, [], []], ['xclaim', 's', 'nog', 'c2', 0, ['1-1'], []], ['xautoclaim', 's', 'g', 'c3', 0, '0-0'], ['xautoclaim', 's', 'g', 'c3', 0, '0-0', 1], ['xautoclaim', 's', 'g', 'c3', 0, '0-0', -1, true], ['xautoclaim', 's', 'nog', 'c3', 0, '0-0'],
    ['xinfo', 'STREAM', 's'], ['xinfo', 'GROUPS', 's'], ['xinfo', 'STREAM', 'none'], ['xinfo', 'bogus', 's'], ['set', 'str', 1], ['xadd', 'str', '*', ['a' => 1]], ['xrange', 'str', '-', '+'], ['xread', ['str' => '0']], ['xlen', 'str'],
]);
t('pending', function () use ($redis) {
    return array_map(fn($p) => [$p[0], $p[1], is_int($p[2]), $p[3]], $redis->xpending('s', 'g', '-', '+', 10));
});
t('pending of', fn() => count($redis->xpending('s', 'g', '-', '+', 10, 'c3')));
t('consumers', fn() => array_map(array_keys(...), $redis->xinfo('CONSUMERS', 's', 'g')));
t('auto id', fn() => preg_match('/^\d+-\d+$/', $redis->xadd('auto', '*', ['a' => 1])));
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
calls($redis, [['xadd', 'ser', '1-1', ['a' => [1, 2], 'b' => null]], ['xrange', 'ser', '-', '+'], ['xread', ['ser' => '0']]]);
