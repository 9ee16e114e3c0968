<?php
// Lists, maps and operate.
$db = new Aerospike(['hosts' => [['addr' => '127.0.0.1', 'port' => (int) $argv[1]]]], false);
$key = $db->initKey('test', 'php', 'two');
function show(Aerospike $db, int $status, mixed $value = null): void { echo $status, $status ? ' ' . $db->error() : '', ' ', json_encode($value), "\n"; }
$list = fn () => $db->get($key, $record) ?: $record['bins']['l'];
show($db, $db->listAppend($key, 'l', 3), $list());
show($db, $db->listMerge($key, 'l', ['a', [1, 2]]), $list());
show($db, $db->listInsert($key, 'l', 0, 'x'), $list());
show($db, $db->listInsertItems($key, 'l', 1, [7, 8]), $list());
show($db, $db->listSize($key, 'l', $count), $count);
show($db, $db->listGet($key, 'l', -1, $element), $element);
show($db, $db->listGetRange($key, 'l', 1, 2, $elements), $elements);
show($db, $db->listSet($key, 'l', 0, 'y'), $list());
show($db, $db->listPop($key, 'l', 0, $element), $element);
show($db, $db->listPopRange($key, 'l', 0, 2, $elements), $elements);
show($db, $db->listRemove($key, 'l', 0), $list());
show($db, $db->listRemoveRange($key, 'l', 0, 1), $list());
show($db, $db->listMerge($key, 'l', [1, 2, 3, 4]), $list());
show($db, $db->listTrim($key, 'l', 1, 3), $list());
show($db, $db->listGet($key, 'l', 99, $element), $element);
show($db, $db->listClear($key, 'l'), $list());
$put = fn (string $name, mixed $value) => ['op' => Aerospike::OPERATOR_WRITE, 'bin' => $name, 'val' => $value];
show($db, $db->operate($key, [$put('n', 1), ['op' => Aerospike::OPERATOR_INCR, 'bin' => 'n', 'val' => 41], ['op' => Aerospike::OPERATOR_READ, 'bin' => 'n']], $returned), $returned);
show($db, $db->operate($key, [['op' => Aerospike::OP_LIST_APPEND, 'bin' => 'l', 'val' => 1], ['op' => Aerospike::OP_LIST_MERGE, 'bin' => 'l', 'val' => [2, 3]],
    ['op' => Aerospike::OP_LIST_GET_RANGE, 'bin' => 'l', 'index' => 0, 'val' => 2], ['op' => Aerospike::OPERATOR_TOUCH, 'ttl' => 100]], $returned), $returned);
$policy = [Aerospike::OPT_MAP_ORDER => Aerospike::AS_MAP_KEY_ORDERED];
$map = fn (int $op, array $more) => ['op' => $op, 'bin' => 'm'] + $more;
show($db, $db->operateOrdered($key, [
    $map(Aerospike::OP_MAP_PUT, ['key' => 'b', 'val' => 2, 'map_policy' => $policy]),
    $map(Aerospike::OP_MAP_PUT_ITEMS, ['val' => ['a' => 3, 'c' => 1], 'map_policy' => $policy]),
    $map(Aerospike::OP_MAP_INCREMENT, ['key' => 'a', 'val' => 5, 'map_policy' => $policy]),
    $map(Aerospike::OP_MAP_DECREMENT, ['key' => 'c', 'val' => 1, 'map_policy' => $policy]),
    $map(Aerospike::OP_MAP_SIZE, []),
    $map(Aerospike::OP_MAP_GET_BY_KEY, ['key' => 'a', 'return_type' => Aerospike::MAP_RETURN_VALUE]),
    $map(Aerospike::OP_MAP_GET_BY_KEY_RANGE, ['key' => 'a', 'range_end' => 'c', 'return_type' => Aerospike::MAP_RETURN_KEY]),
    $map(Aerospike::OP_MAP_GET_BY_RANK, ['rank' => 0, 'return_type' => Aerospike::MAP_RETURN_KEY]),
    $map(Aerospike::OP_MAP_GET_BY_INDEX_RANGE, ['index' => 0, 'count' => 2, 'return_type' => Aerospike::MAP_RETURN_KEY_VALUE]),
    $map(Aerospike::OP_MAP_REMOVE_BY_KEY, ['key' => 'a', 'return_type' => Aerospike::MAP_RETURN_VALUE]),
    $map(Aerospike::OP_MAP_REMOVE_BY_VALUE, ['val' => 0, 'return_type' => Aerospike::MAP_RETURN_COUNT]),
    ['op' => Aerospike::OPERATOR_READ, 'bin' => 'm'],
], $returned), $returned);
show($db, $db->operate($key, [$map(Aerospike::OP_MAP_PUT, ['key' => 'b', 'val' => 9, 'map_policy' => [Aerospike::OPT_MAP_WRITE_MODE => Aerospike::AS_MAP_CREATE_ONLY]])], $returned), $returned);
show($db, $db->operate($key, []));
show($db, $db->operate($key, [['op' => 12345, 'bin' => 'x']]));
show($db, $db->operate($key, [['op' => Aerospike::OP_MAP_PUT, 'bin' => 'm', 'key' => 1, 'val' => 1]]));
show($db, $db->operate($key, ['a' => ['op' => Aerospike::OPERATOR_READ, 'bin' => 'n']]));
show($db, $db->listAppend($key, 'n', 1));
show($db, $db->operate($key, [['op' => Aerospike::OPERATOR_DELETE]]), $db->exists($key, $metadata));
