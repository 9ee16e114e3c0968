<?php

$x = 1;
$byValue = function () use ($x) {
    return $x;
};
$byReference = function () use (&$x) {
    return ++$x;
};
$x = 10;
echo $byValue(), ' ', $byReference(), ' ', $byReference(), ' ', $x, "\n";

$arrow = fn ($y) => $x + $y;
$x = 100;
echo $arrow(1), "\n";
$nested = fn ($a) => fn ($b) => fn ($c) => $a . $b . $c . $x;
echo $nested('a')('b')('c'), "\n";
$assign = fn () => $x = 5;
echo $assign(), ' ', $x, "\n";

function counter()
{
    $n = 0;
    return ['up' => function () use (&$n) {
        return ++$n;
    }, 'down' => function () use (&$n) {
        return --$n;
    }];
}
$a = counter();
$b = counter();
echo $a['up'](), $a['up'](), $a['down'](), $b['up'](), "\n";

$fib = function (int $n) use (&$fib): int {
    return $n < 2 ? $n : $fib($n - 1) + $fib($n - 2);
};
echo $fib(15), "\n";

$closures = [];
for ($i = 0; $i < 3; $i++) {
    $closures[] = function () use ($i) {
        static $calls = 0;
        return $i . ':' . ++$calls;
    };
}
foreach ($closures as $closure) {
    echo $closure(), ' ', $closure(), ' ';
}
echo "\n";
$undefined = function () use ($missing) {
    var_dump($missing);
};
$undefined();
$ref = function &() use (&$x) {
    return $x;
};
$y = &$ref();
$y = 'through';
echo $x, "\n";
var_dump(array_map(null, [1, 2], ['a', 'b']));
$defaults = fn (int $a, int ...$rest) => $a + array_sum($rest);
echo $defaults(1), $defaults(1, 2, 3), "\n";
(function () {
    echo implode(',', func_get_args()), ' ', func_num_args(), "\n";
})(1, 'two', 3.0);
