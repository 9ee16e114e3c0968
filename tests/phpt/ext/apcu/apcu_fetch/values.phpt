--TEST--
apcu_fetch: every value comes back, and changing it changes nothing in the cache
--EXTENSIONS--
apcu
--INI--
apc.enable_cli=1
--FILE--
<?php
$object = new ArrayObject([1, 'k' => [2.5, null, true]]);
$shared = [1];
$shared[1] = &$shared[0];
foreach ([null, false, 5, -0.0, '', 'x', str_repeat('long', 50), [], [1, [2, ['k' => 'v', 5 => null]]], $object, $shared, [3 => 'a', -1 => 'b']] as $value) {
    apcu_store('key', $value);
    $read = apcu_fetch('key', $found);
    echo serialize($read) === serialize($value) ? 'same ' : 'other ', var_export($found, true), "\n";
}
apcu_store('list', ['a' => [1, 2], 'b' => 'x']);
$one = apcu_fetch('list');
$one['a'][] = 3;
$one['c'] = 1;
unset($one['b']);
$next = apcu_fetch('list');
$next[] = 'more';
foreach ($next as $k => &$v) { if (is_array($v)) { $v[0] = 'changed'; } }
unset($v);
echo json_encode($one), json_encode($next), json_encode(apcu_fetch('list')), "\n";
var_dump(apcu_fetch('gone', $found), $found, apcu_fetch('list') === apcu_fetch('list'));
apcu_delete('list');
echo json_encode($one), "\n";
--EXPECT--
same true
same true
same true
same true
same true
same true
same true
same true
same true
same true
same true
same true
{"a":[1,2,3],"c":1}{"a":["changed",2],"b":"x","0":"more"}{"a":[1,2],"b":"x"}
bool(false)
bool(false)
bool(true)
{"a":[1,2,3],"c":1}
