<?php
require 'inc/common.php';
$redis = client();
$redis->flushAll();
calls($redis, [
    ['hSet', 'h', 'a', 1], ['hSet', 'h', 'a', 2], ['hSet', 'h', ['b' => 1, 'c' => 2]], ['hSet', 'h', 'd', 1, 'e', 2], ['hSet', 'h', 'd'], ['hSet', 'h'], ['hSet', 'h', []], ['hSet', 'h', 'd', 1, 'e'], ['hGet', 'h', 'a'], ['hGet', 'h', 'n'], ['hGet', 'n', 'n'], ['hGetAll', 'h'], ['hGetAll', 'n'], ['hLen', 'h'], ['hKeys', 'h'], ['hVals', 'h'], ['hKeys', 'n'], ['hExists', 'h', 'a'], ['hExists', 'h', 'n'], ['hDel', 'h', 'a', 'n'], ['hDel', 'h', 'a'],
    ['hSetNx', 'h', 'b', 1], ['hSetNx', 'h', 'nx', 1], ['hIncrBy', 'h', 'i', 5], ['hIncrBy', 'h', 'i', -10], ['hIncrByFloat', 'h', 'i', 1.5], ['hIncrBy', 'h', 'i', 1], ['hMset', 'h2', ['x' => 1, 'y' => 'z', 7 => 8]], ['hMset', 'h2', []], ['hMget', 'h2', ['x', 'n', 'y', 7]], ['hMget', 'h2', []], ['hMget', 'n', ['a', 'b']], ['hMget', 'h2', ['x', null, '', 1.5, true, [1]]], ['hStrLen', 'h2', 'y'], ['hStrLen', 'h2', 'n'],
    ['hRandField', 'one'], ['hSet', 'one', 'f', 'v'], ['hRandField', 'one'], ['hRandField', 'one', ['count' => 2]], ['hRandField', 'one', ['count' => -2]], ['hRandField', 'one', ['count' => 1, 'withvalues' => true]], ['hRandField', 'one', ['WITHVALUES']], ['hRandField', 'none', ['count' => 2]], ['set', 's', 1], ['hGetAll', 's'], ['hMget', 's', ['a']], ['hSet', 's', 'a', 'b'], ['hLen', 's'], ['hKeys', 's'], ['hRandField', 's'],
]);
$redis->setOption(Redis::OPT_NULL_MULTIBULK_AS_NULL, true);
calls($redis, [['hGetAll', 'n'], ['hRandField', 'n', ['count' => 2]], ['blPop', 'n', 0.01], ['lPop', 'n', 2], ['xRead', ['n' => '0']], ['lPos', 'n', 'x'], ['bzPopMin', 'n', 1], ['lmpop', ['n'], 'LEFT'], ['eval', 'return {}'], ['rawcommand', 'blpop', 'n', '0.01'], ['geopos', 'n', 'x']]);
