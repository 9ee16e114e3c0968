--TEST--
extract: names that are none, that exist, and references
--FILE--
<?php
function f(array $values, int $flags = EXTR_OVERWRITE, string $prefix = '') {
    $a = 'old'; $unset = 1; unset($unset);
    try { $n = extract($values, $flags, $prefix); } catch (Throwable $e) { return get_class($e) . ': ' . $e->getMessage(); }
    $all = get_defined_vars(); unset($all['values'], $all['flags'], $all['prefix']);
    return json_encode($all);
}
foreach ([EXTR_OVERWRITE, EXTR_SKIP, EXTR_IF_EXISTS] as $flags) { echo f(['a' => 1, 'b' => 2, 'unset' => 3, '1x' => 4, '' => 5, 6, 'a b' => 7, 'é' => 8, 'GLOBALS' => 9], $flags), "\n"; }
foreach ([EXTR_PREFIX_SAME, EXTR_PREFIX_ALL, EXTR_PREFIX_INVALID, EXTR_PREFIX_IF_EXISTS] as $flags) { echo f(['a' => 1, 'b' => 2, 'unset' => 3, '1x' => 4, '' => 5, 6], $flags, 'p'), "\n"; }
foreach ([EXTR_OVERWRITE, EXTR_SKIP, EXTR_PREFIX_ALL, EXTR_PREFIX_INVALID, EXTR_PREFIX_SAME] as $flags) { echo f(['this' => 1], $flags, 'p'), "\n"; }
function args($a, $b = 2, ...$rest) { $a = 'changed'; return json_encode([func_get_args(), func_num_args(), func_get_arg(0)]); }
function few($a) { return json_encode(func_get_args()); }
echo args(1), args(1, 3), args(1, 3, 4, 5), few(1), few(1, 2, 3), "\n";
--EXPECT--
{"a":1,"unset":3,"n":5,"b":2,"\u00e9":8,"GLOBALS":9}
{"a":"old","unset":3,"n":4,"b":2,"\u00e9":8,"GLOBALS":9}
{"a":1,"n":1}
{"a":"old","unset":3,"n":3,"p_a":1,"b":2}
{"a":"old","n":5,"p_a":1,"p_b":2,"p_unset":3,"p_1x":4,"p_0":6}
{"a":1,"unset":3,"n":6,"b":2,"p_1x":4,"p_":5,"p_0":6}
{"a":"old","unset":3,"n":2,"p_a":1}
Error: Cannot re-assign $this
{"a":"old","n":0}
{"a":"old","n":1,"p_this":1}
{"a":"old","n":1,"p_this":1}
{"a":"old","n":1,"p_this":1}
[["changed"],1,"changed"][["changed",3],2,"changed"][["changed",3,4,5],4,"changed"][1][1,2,3]
