<?php
// Calls of every kind that user code makes: plain, typed, default, variadic, by reference, closures, callables.

function plain($a, $b)
{
    return $a + $b;
}

function typed(int $a, int $b = 2, ?int $c = null): int
{
    return $a - $b + ($c ?? 1);
}

function variadic(int ...$numbers): int
{
    $sum = 0;
    foreach ($numbers as $number) {
        $sum += $number;
    }
    return $sum;
}

function bump(int &$n): void
{
    $n++;
}

function main(int $rounds): int
{
    $offset = 3;
    $closure = function (int $x) use ($offset): int {
        return $x + $offset;
    };
    $arrow = fn (int $x): int => $x * 2 - $offset;
    $firstClass = plain(...);
    $name = 'plain';
    $sum = 0;
    for ($i = 0; $i < $rounds; $i++) {
        $sum = plain($sum, $i);
        $sum = typed($sum);
        $sum = typed($sum, 1, c: $i & 1);
        $sum += variadic($i, 1, 2);
        bump($sum);
        $sum = $closure($sum) + $arrow($i & 15);
        $sum = $firstClass($sum, 1);
        $sum = $name($sum, -1);
        $sum %= 1000003;
    }
    return $sum;
}

echo main(1700000), "\n";
