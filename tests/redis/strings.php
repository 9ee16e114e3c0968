<?php
require 'inc/common.php';
$redis = client();
$redis->flushAll();
calls($redis, [
    ['set', 'a', 'b'], ['get', 'a'], ['get', 'none'], ['set', 'n', 5], ['set', 'f', 1.5], ['get', 'f'], ['set', 't', true], ['get', 't'], ['set', 'z', null], ['get', 'z'],
    ['set', 'arr', [1]], ['get', 'arr'], ['set', 'bin', "\0\xff\r\n"], ['strlen', 'bin'],
    ['set', 'x', '1', 10], ['ttl', 'x'], ['set', 'x', '1', 0], ['set', 'x', '1', -3], ['set', 'x', '1', '20'], ['ttl', 'x'], ['set', 'x', '1', 1.9], ['ttl', 'x'], ['set', 'x', '1', 'abc'], ['set', 'x', '1', true],
    ['set', 'x', '2', ['NX']], ['set', 'x', '2', ['XX']], ['set', 'x', '2', ['nx', 'ex' => 10]], ['set', 'x', '3', ['xx', 'px' => 5000]], ['pttl', 'none'],
    ['set', 'x', '3', ['EX' => 0]], ['set', 'x', '3', ['EX' => 'abc']], ['set', 'x', '3', ['EX' => '30']], ['ttl', 'x'], ['set', 'x', '3', ['KEEPTTL']], ['ttl', 'x'], ['set', 'x', '4', ['GET']], ['set', 'y', '4', ['GET']], ['set', 'x', '5', ['EXAT' => 4000000000]], ['expiretime', 'x'],
    ['set', 'x', '5', ['PXAT' => 4000000000000, 'XX', 'GET']], ['set', 'x', '5', ['bogus', 7, 'what' => 1]], ['set', 'x', '5', []],
    ['setex', 'e', 10, 'v'], ['setex', 'e', 0, 'v'], ['psetex', 'e', 10000, 'v'], ['psetex', 'e', -1, 'v'], ['setnx', 'e', 'w'], ['setnx', 'e2', 'w'], ['getset', 'e2', 'q'], ['getset', 'e3', 'q'], ['getDel', 'e3'], ['getDel', 'e3'],
    ['getEx', 'e2', ['EX' => 100]], ['ttl', 'e2'], ['getEx', 'e2', ['PERSIST']], ['ttl', 'e2'], ['getEx', 'e2'], ['getEx', 'e2', ['PX' => 0]], ['getEx', 'none', ['EX' => 5]], ['getEx', 'e2', ['EXAT' => 4000000000]], ['getEx', 'e2', ['bogus']],
    ['append', 'a', 'cd'], ['append', 'a2', 5], ['getRange', 'a', 0, 1], ['getRange', 'a', -2, -1], ['getRange', 'none', 0, 5], ['setRange', 'a', 1, 'XY'], ['setRange', 'a3', 3, 'q'], ['get', 'a3'], ['setRange', 'a', -1, 'x'], ['strlen', 'a'], ['strlen', 'none'],
    ['incr', 'i'], ['incr', 'i', 5], ['incr', 'i', 0], ['incr', 'i', -2], ['incrBy', 'i', 1], ['incrBy', 'i', 10], ['decr', 'i'], ['decr', 'i', 3], ['decrBy', 'i', 1], ['decrBy', 'i', 2], ['incr', 'a'], ['incrByFloat', 'i', 1.5], ['incrByFloat', 'i', -0.1], ['incrByFloat', 'i', 1e20], ['incrByFloat', 'a', 1], ['get', 'i'], ['incrBy', 'big', PHP_INT_MAX], ['incr', 'big'],
    ['mset', ['m1' => 1, 'm2' => 'two', 3 => 'three', 'm4' => 4.5]], ['mget', ['m1', 'm2', 3, 'none', 'm4', true, null]], ['msetnx', ['m1' => 1, 'm9' => 1]], ['msetnx', ['m8' => 1, 'm9' => 1]], ['mset', []], ['mget', []],
    ['setBit', 'b', 7, true], ['setBit', 'b', 7, false], ['getBit', 'b', 7], ['setBit', 'b', -1, true], ['setBit', 'b', 4294967296, true], ['getBit', 'b', -1], ['setBit', 'b', 3, true], ['bitcount', 'b'], ['bitcount', 'b', 0, 0], ['bitcount', 'b', 0, 3, true], ['bitcount', 'a', 1, -1],
    ['bitpos', 'b', true], ['bitpos', 'b', false], ['bitpos', 'b', true, 0], ['bitpos', 'b', true, 0, -1], ['bitpos', 'b', true, 0, 7, true], ['bitpos', 'none', false], ['bitop', 'AND', 'd', 'a', 'b'], ['bitop', 'not', 'd', 'a'], ['bitop', 'xx', 'd', 'a'],
    ['getWithMeta', 'a'], ['getWithMeta', 'none'], ['set', 'l1', 'ohmytext'], ['set', 'l2', 'mynewtext'], ['lcs', 'l1', 'l2'], ['lcs', 'l1', 'l2', ['len']], ['lcs', 'l1', 'l2', ['len' => true]], ['lcs', 'l1', 'l2', ['idx']], ['lcs', 'l1', 'l2', ['idx' => true, 'minmatchlen' => 4, 'withmatchlen' => true]], ['lcs', 'l1', 'l2', ['bogus']],
    ['lpush', 'list', 1], ['get', 'list'], ['incr', 'list'], ['append', 'list', 'x'], ['getset', 'list', 'x'], ['getWithMeta', 'list'], ['set', 'a'], ['get'], ['get', []], ['mget', 'a'], ['setnx', 'a', new stdClass],
]);
