<?php
// Arguments of odd types and numbers: what php-redis takes although it is not declared so, and the other way around.
require 'inc/common.php';
$redis = client();
$redis->flushall();
calls($redis, [
    ['zAdd', 'z', '1.5', 'a'], ['zAdd', 'z', '1.5abc', 'b'], ['zAdd', 'z', ' 2', 'c'], ['zAdd', 'z', '2 ', 'c2'],
    ['zAdd', 'z', '1e3', 'd'], ['zAdd', 'z', 'INF', 'e'], ['zAdd', 'z', 'nan', 'f'], ['zAdd', 'z', true, 'g'],
    ['zAdd', 'z', null, 'h'], ['zAdd', 'z', INF, 'i'], ['zAdd', 'z', -INF, 'j'], ['zAdd', 'z', NAN, 'k'], ['zAdd', 'z', '', 'l'],
    ['zAdd', 'z', 'Infinity', 'm'], ['zAdd', 'z', '0x10', 'n'], ['zAdd', 'z', [], 1, 'a'],
    ['zAdd', 'z', ['NX'], '5', 'a5', 'x', 'b5'], ['zAdd', 'z', 5, 'q5', [], 'b5'], ['zAdd', 'z', new ArrayObject, 'q5'],
    ['zAdd', 'z', ['NX', 'XX', 'gt', 'lt', 'incr'], '5', 'a5'], ['zAdd', 5, 1, 2], ['zAdd', ['q'], 1, 2],
    ['zIncrBy', 'z', 'x', 'a'], ['zRange', 'z', 0, -1, true], ['zRangeByScore', 'z', 0, 10, ['limit' => [0]]],
    ['zRangeByScore', 'z', 0, 10, ['limit' => [0, 'x']]], ['zRangeByScore', 'z', 0, 10, ['limit' => ['a' => 1, 'b' => 2]]],
    ['zRangeByScore', 'z', 0, 10, ['limit' => [0, 1, 2]]], ['zRange', 'z', 0, 10, ['limit' => [0, 1]]],
    ['zRange', 'z', 0, 10, ['byscore', 'limit' => [0, 1]]], ['zRange', 'z', 0, 10, ['byscore', 'limit' => ['0', '1']]],
    ['zRange', 'z', 0, 10, ['byscore', 'limit' => [0, 1, 2]]], ['zRange', 'z', 0, 10, ['byscore', 'limit' => []]],
    ['zunion', ['z', 'y'], [1]], ['zunion', ['z', 'y'], [1, 2, 3]], ['zinter', ['z', 'y'], ['a', 'b']],
    ['zinter', ['z', 'y'], ['x' => 2, 'y' => 3]], ['zunion', ['z'], [2], ['aggregate' => 'max']],
    ['zunion', ['z'], [2], ['aggregate' => 5]], ['zunion', ['z'], null, ['aggregate' => []]],
    ['zunionstore', 'o', ['z'], [2], 'min'], ['zunionstore', 'o', ['z'], [2], ''], ['zunionstore', 'o', ['z'], ['inf']],
    ['zunionstore', 'o', ['z'], ['q']], ['zunionstore', 'o', ['z'], [INF]], ['zunionstore', 'o', ['z'], [null]],
    ['zunionstore', 'o', []], ['zunion', []], ['zinter', ['z'], ['q']], ['zunion', ['z'], ['inf']], ['zunion', ['z'], ['-inf']],
    ['zunion', ['z'], [1.5]], ['zunion', ['z'], ['1.5']], ['zrangestore', 'd', 'z', 0, 1, ['byscore', 'limit' => [0]]],
    ['zrangestore', 'd', 'z', 0, 1, ['limit' => 5]], ['zRevRangeByScore', 'z', 10, 0, ['limit' => [0]]],
    ['zRevRangeByScore', 'z', 10, 0, ['limit' => 'x']], ['zRevRangeByScore', 'z', 10, 0, true],
    ['zRangeByLex', 'z', '-', '+', 0, 1], ['zRangeByLex', 'z', '', '+'], ['zRevRangeByLex', 'z', '-', 'x'],
    ['zRevRangeByLex', 'z', '-', '+', 5], ['zLexCount', 'z', 'a', '+'], ['zRemRangeByLex', 'z', 'a', '+'],
    ['zRangeByLex', 'z', '-x', '+'], ['geoadd', 'g', '13.5', '38', 'm'], ['geoadd', 'g', 'x', 1, 'm'],
    ['geoadd', 'g', 1, 2, 'm', 3], ['geoadd', 'g', 1, 2, 'm', 3, 4, 'n'], ['geoadd', 'g', 1, 2, 'm', ['NX']],
    ['geoadd', 'g', 1, 2, 'm', ['CH']], ['geoadd', 'g', 1, 2, 'm', ['zz']], ['geoadd', 'g', 1.5, 2, 'm', 3, 4], ['geoadd', 'g'],
    ['geoadd', 'g', 1, 2, 'm', 3, 4, 'n', ['XX', 'CH']], ['geoadd', 'g', 1, 2, 'm', [], 3, 4, 'n'], ['geoadd', 'g', null, 2, 'm'],
    ['hSet', 'h', ['a' => 1], 'b'], ['hSet', 'h', 'b'], ['hSet', ['h'], 'a', 'b'], ['hSet', 'h', 'a', 1, ['b'], 2],
    ['hSet', 'h', 5, 1.5], ['hSet', 'h', null, null], ['hSet', 5, 'a', true], ['lPush', 5, 'a'], ['lPush', ['a'], 'a'],
    ['rPush', 'rl', [], null, 1.5, true], ['zAdd'], ['lPush'], ['hSet'], ['rPush'],
]);
$redis->geoadd('g',13.361389,38.115556,'Palermo',15.087269,37.502669,'Catania');
calls($redis,[['georadius','g',15,37,200,'km',['storedist'=>true]],['georadius','g',15,37,200,'km',['storedist'=>'k']],['georadius','g',15,37,200,'km',['storedist'=>5]],['georadius','g',15,37,200,'km',['storedist'=>null]],['georadius','g',15,37,200,'km',['storedist'=>false]],['georadius','g',15,37,200,'km',['storedist']],['georadius','g',15,37,200,'km',['store'=>true]],['georadius','g',15,37,200,'km',['store'=>5]],['keys','*'],['geosearchstore','d','g','Palermo',200,'km',['storedist'=>1]],['zRange','d',0,-1,true],['geosearchstore','d','g','Palermo',200,'km',['storedist'=>'x']],['zRange','d',0,-1,true],['geosearchstore','d','g','Palermo',200,'km',['storedist'=>false]],['zRange','d',0,-1,true],['geosearchstore','d','g','Palermo',200,'km',['store'=>'k']],['zRange','d',0,-1,true],['keys','*'],['geosearch','g','Palermo',200,'km',['storedist'=>true]],['geosearch','g','Palermo',200,'km',['store'=>'k']],['geosearch','g','Palermo',200,'km',['count'=>'1']],['geosearch','g','Palermo',200,'km',['count'=>0]],['geosearch','g','Palermo',200,'km',['count'=>[1,true]]],['geosearch','g','Palermo',200,'km',['count'=>[1,0]]]]);
$redis->setOption(Redis::OPT_SERIALIZER,1); calls($redis,[['geoadd','s',1,2,'m'],['geopos','s','m'],['geodist','s','m','m'],['geohash','s','m']]);
$redis->setOption(Redis::OPT_SERIALIZER,0); calls($redis,[['geopos','s','m'],['zRange','s',0,-1]]);
// Arguments that are not looked at before they become text: null is nothing to tell of, an array is, an object is an error.
$redis->flushall();
$redis->sAdd('s', 'a');
$redis->hMset('h', ['f' => 1]);
$redis->zAdd('z', 1, 'a');
calls($redis, [
    ['del', null], ['del', []], ['del', 5, null, 1.5], ['del', new stdClass], ['del', 'a', new stdClass], ['del', 'a', ['b']],
    ['unlink', ['a', ['b'], null]], ['touch', null, true], ['sDiff', null], ['sDiff', ['s'], 'x'], ['sDiff', 's', null],
    ['sDiffStore'], ['sDiffStore', 'd'], ['sDiffStore', ['d', 's']], ['sUnion', []], ['sInter', ['s', ['x']]], ['geohash', 'z', null],
    ['geopos', 'z', ['a']], ['hDel', 'h', null], ['hDel', 'h', ['f']], ['hDel', null, 'f'], ['hDel', ['h'], 'f'], ['hDel', 'h'],
    ['sMisMember', 's', null, ['a']], ['bitop'], ['bitop', 'and', 'd'], ['bitop', 'and', 'd', 's', null], ['bitop', null, 'd', 'x'],
    ['bitop', 'and', ['d'], 'x'], ['bitop', ['and'], 'd', 'x'], ['zRangeByScore', 'z', 0, 5, true], ['zRangeByScore', 'z', 0, 5, null],
    ['zRangeByScore', 'z', 0, 5, 'x'], ['zRangeByScore', 'z', null, 5], ['zRangeByScore', 'z', [], 5], ['zRangeByScore', 'z', 0],
    ['zRevRangeByScore', 'z', 5, 0, null], ['zRevRangeByScore', 'z', 5, 0, 'x'], ['zRange', 'z', [], 'x'], ['zRange', 'z', null, 1],
    ['pfcount', 5], ['pfcount', null], ['pfcount', []], ['pfcount', new stdClass],
    ['rawCommand', 'get', ['a']], ['rawCommand', 'get', null], ['lPush', null, 'a'],
    ['lcs', 's1', 's2', ['ex' => 1]], ['lcs', 's1', 's2', ['len', 'none' => 1]], ['xTrim', 'x', '5', false, false, -1], ['xTrim', 'x', '5', true, false, 3],
]);
