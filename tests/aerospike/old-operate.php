<?php
// Operations on one record as programs for PHP 7 put them together: bins, lists and maps, and the methods for lists.
$client = new Aerospike(array('hosts' => array(array('addr' => '127.0.0.1', 'port' => (int) $argv[1]))), false);
$key = $client->initKey('test', 'operate', 'one');
function say($status, $returned) { echo $status, ' ', json_encode($returned), "\n"; }
$status = $client->operate($key, array(
    array('op' => Aerospike::OPERATOR_WRITE, 'bin' => 'count', 'val' => 1), array('op' => Aerospike::OPERATOR_INCR, 'bin' => 'count', 'val' => 2),
    array('op' => Aerospike::OPERATOR_WRITE, 'bin' => 'name', 'val' => 'b'), array('op' => Aerospike::OPERATOR_PREPEND, 'bin' => 'name', 'val' => 'a'),
    array('op' => Aerospike::OPERATOR_APPEND, 'bin' => 'name', 'val' => 'c'), array('op' => Aerospike::OPERATOR_READ, 'bin' => 'name'),
    array('op' => Aerospike::OPERATOR_READ, 'bin' => 'count'), array('op' => Aerospike::OPERATOR_READ, 'bin' => 'none'),
), $returned);
say($status, $returned);
$list = function () use ($client, $key) {
    $returned = null;
    $status = $client->operateOrdered($key, func_get_args(), $returned);
    say($status, $returned);
};
$list(array('op' => Aerospike::OP_LIST_APPEND, 'bin' => 'l', 'val' => 'x'), array('op' => Aerospike::OP_LIST_MERGE, 'bin' => 'l', 'val' => array(1, 2, 3)),
    array('op' => Aerospike::OP_LIST_INSERT, 'bin' => 'l', 'index' => 1, 'val' => 'y'), array('op' => Aerospike::OP_LIST_INSERT_ITEMS, 'bin' => 'l', 'index' => 0, 'val' => array('p', 'q')));
$list(array('op' => Aerospike::OPERATOR_READ, 'bin' => 'l'));
$list(array('op' => Aerospike::OP_LIST_POP, 'bin' => 'l', 'index' => 0), array('op' => Aerospike::OP_LIST_POP_RANGE, 'bin' => 'l', 'index' => 0, 'val' => 2),
    array('op' => Aerospike::OP_LIST_REMOVE, 'bin' => 'l', 'index' => 0), array('op' => Aerospike::OP_LIST_GET, 'bin' => 'l', 'index' => -1),
    array('op' => Aerospike::OP_LIST_GET_RANGE, 'bin' => 'l', 'index' => 0, 'val' => 2), array('op' => Aerospike::OP_LIST_SIZE, 'bin' => 'l'));
$list(array('op' => Aerospike::OP_LIST_SET, 'bin' => 'l', 'index' => 0, 'val' => 'set'), array('op' => Aerospike::OP_LIST_TRIM, 'bin' => 'l', 'index' => 0, 'val' => 2),
    array('op' => Aerospike::OPERATOR_READ, 'bin' => 'l'), array('op' => Aerospike::OP_LIST_CLEAR, 'bin' => 'l'), array('op' => Aerospike::OP_LIST_SIZE, 'bin' => 'l'));
$policy = array(Aerospike::OPT_MAP_ORDER => Aerospike::AS_MAP_KEY_ORDERED, Aerospike::OPT_MAP_WRITE_MODE => Aerospike::AS_MAP_UPDATE);
$list(array('op' => Aerospike::OP_MAP_PUT, 'bin' => 'm', 'key' => 'k', 'val' => 5, 'map_policy' => $policy),
    array('op' => Aerospike::OP_MAP_PUT_ITEMS, 'bin' => 'm', 'val' => array('a' => 9, 'z' => 1), 'map_policy' => $policy),
    array('op' => Aerospike::OP_MAP_INCREMENT, 'bin' => 'm', 'key' => 'z', 'val' => 3, 'map_policy' => $policy), array('op' => Aerospike::OP_MAP_DECREMENT, 'bin' => 'm', 'key' => 'a', 'val' => 2, 'map_policy' => $policy));
$get = function ($op, $more) { return array('op' => constant("Aerospike::OP_MAP_$op"), 'bin' => 'm') + $more; };
$value = Aerospike::MAP_RETURN_VALUE;
$list($get('GET_BY_KEY', array('key' => 'k', 'return_type' => $value)), $get('GET_BY_INDEX', array('index' => 0, 'return_type' => Aerospike::MAP_RETURN_KEY)),
    $get('GET_BY_RANK', array('rank' => -1, 'return_type' => $value)), $get('GET_BY_KEY_RANGE', array('key' => 'b', 'range_end' => 'l', 'return_type' => Aerospike::MAP_RETURN_KEY)),
    $get('GET_BY_VALUE', array('val' => 4, 'return_type' => Aerospike::MAP_RETURN_KEY)), $get('GET_BY_VALUE_RANGE', array('val' => 4, 'range_end' => 6, 'return_type' => Aerospike::MAP_RETURN_COUNT)),
    $get('GET_BY_RANK_RANGE', array('rank' => 0, 'count' => 2, 'return_type' => $value)), $get('SIZE', array()));
$list($get('REMOVE_BY_KEY', array('key' => 'k', 'return_type' => $value)), $get('REMOVE_BY_INDEX', array('index' => 0, 'return_type' => Aerospike::MAP_RETURN_KEY)), array('op' => Aerospike::OPERATOR_READ, 'bin' => 'm'),
    $get('CLEAR', array()), $get('SIZE', array()));
// All or nothing: one operation that cannot be, and the record is as before.
say($client->operate($key, array(array('op' => Aerospike::OPERATOR_INCR, 'bin' => 'count', 'val' => 1), array('op' => Aerospike::OPERATOR_INCR, 'bin' => 'name', 'val' => 1)), $returned), $client->errorno());
$client->get($key, $record, array('count', 'name'));
echo json_encode($record['bins']), "\n";
// Options of a call, and a record that goes in an operation.
say($client->operate($key, array(array('op' => Aerospike::OPERATOR_INCR, 'bin' => 'count', 'val' => 1)), $returned, array(Aerospike::OPT_POLICY_GEN => array(Aerospike::POLICY_GEN_EQ, 999))), $client->errorno() == Aerospike::ERR_RECORD_GENERATION);
say($client->operate($key, array(array('op' => Aerospike::OPERATOR_TOUCH, 'ttl' => 1000), array('op' => Aerospike::OPERATOR_READ, 'bin' => 'count')), $returned), $returned);
$client->exists($key, $metadata);
echo $metadata['ttl'] > 990 && $metadata['ttl'] <= 1000 ? 'lives on' : $metadata['ttl'], "\n";
say($client->operate($key, array(array('op' => Aerospike::OPERATOR_DELETE)), $returned), $client->exists($key, $metadata));
// The methods for lists.
say($client->listAppend($key, 'l', array('n' => 1)), $client->listMerge($key, 'l', array('a', 'b', 'c')));
say($client->listSize($key, 'l', $size), $size);
say($client->listInsert($key, 'l', 1, 1.5), $client->listInsertItems($key, 'l', 0, array(null, true)));
say($client->listGetRange($key, 'l', 0, 4, $some), $some);
say($client->listPop($key, 'l', 0, $one), $one);
say($client->listPopRange($key, 'l', 0, 2, $some), $some);
say($client->listSet($key, 'l', 0, 'first'), $client->listRemove($key, 'l', 1));
say($client->listRemoveRange($key, 'l', 1, 1), $client->listTrim($key, 'l', 0, 1));
say($client->listGet($key, 'l', 0, $one), $one);
say($client->listClear($key, 'l'), $client->listSize($key, 'l', $size));
say($client->listGet($key, 'l', 3, $one), $one);
say($client->listAppend($key, 'a name of bins that is too long', 1), $client->errorno());
try { $client->listMerge($key, 'l', 'text'); } catch (TypeError $e) { say($client->errorno(), get_class($e)); }
