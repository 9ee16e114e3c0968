<?php
// Keys and arrays in variables, behind references, in temporaries.
function forms($array, $key, $list) {
    $r = &$array;
    $k = &$key;
    var_dump(array_key_exists($key, $array), array_key_exists("$key", $array), array_key_exists('no', $array));
    var_dump(array_key_exists(1, $list), array_key_exists('1', $list), array_key_exists('01', $list), array_key_exists(9, $list));
    var_dump(array_key_exists($key . '', array_merge($array, [])), array_key_exists('a', ['a' => null]));
    var_dump(array_key_exists(null, ['' => 1]), array_key_exists(1.0, $list), array_key_exists(true, $list));
    foreach ([[], new stdClass] as $bad) {
        try { array_key_exists($bad, $array); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
        try { array_key_exists('a', $bad === [] ? 'x' : $bad); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
    }
    var_dump(@array_key_exists($undefined, ['' => 1]));
}
forms(['a' => 1, 'b' => null], 'b', [10, 20]);
forms(['a' => 1, 'b' => null], 'b', [10, 20]);
$s = 'text';
foreach ([1, 'a', 1.5, null, [], new stdClass, true] as $v) {
    var_dump(is_scalar($v), boolval($v), \is_scalar($v));
}
var_dump(is_scalar($undefined), boolval($undefined));
$t = (string) $s . (string) $s;
$u = (string) $t;
$u .= 'more';
var_dump($t, $u, $s);
