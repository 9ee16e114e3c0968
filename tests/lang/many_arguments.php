<?php
// More arguments than sixteen bits count, for functions of every kind.
function f(...$a) { return count($a) . ':' . count(func_get_args()); }
function g($x, $y = 5) { return func_num_args(); }
foreach ([32762, 40000, 70000] as $n) {
    $list = range(1, $n);
    echo max(...$list), ' ', count(array_merge([], ...array_fill(0, $n, [1]))), ' ', f(...$list), ' ', g(...$list), ' ';
    $name = 'max';
    echo $name(...$list), ' ', call_user_func_array('max', $list), ' ', (new ReflectionFunction('max'))->invoke(...$list), ' ';
    echo (new ReflectionFunction('max'))->invokeArgs($list), ' ', count(array_map(null, ...array_fill(0, $n, [1]))[0]), "\n";
}
