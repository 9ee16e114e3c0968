--TEST--
What a nullsafe operator leaves: parentheses and static members are in the chain, calls of values and constants are not
--FILE--
<?php
$x = null;
foreach ([
    fn() => ($x?->y)->z, fn() => ($x?->y)::z(), fn() => $x?->y::z(), fn() => $x?->y::$z, fn() => $x?->y()::z()->b['c'],
    fn() => ($x?->y)['z'], fn() => ($x?->y)(), fn() => $x?->y()(), fn() => ($x?->y)->z(), fn() => isset(($x?->y)->z->b),
    fn() => isset($x?->y::$z), fn() => empty($x?->y::$z->q), fn() => $x?->y::Z, fn() => $x?->y::class, fn() => $x?->y::$z ?? 'default',
    fn() => "{$x?->y::$z}", fn() => new ($x?->y::$z), fn() => [$x?->y::z(...[1, 2])], fn() => $x?->y::$z::$a->b(),
] as $i => $f) {
    echo $i, ': ';
    try { var_dump($f()); } catch (Error $e) { echo get_class($e), ' ', $e->getMessage(), "\n"; }
}
--EXPECT--
0: NULL
1: NULL
2: NULL
3: NULL
4: NULL
5: NULL
6: Error Value of type null is not callable
7: Error Value of type null is not callable
8: NULL
9: bool(false)
10: bool(false)
11: bool(true)
12: Error Class name must be a valid object or a string
13: TypeError Cannot use "::class" on null
14: string(7) "default"
15: string(0) ""
16: Error Class name must be a valid object or a string
17: array(1) {
  [0]=>
  NULL
}
18: NULL
