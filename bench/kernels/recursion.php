<?php
// Naive Fibonacci and Ackermann: the cost of a call, and of nothing else.

function fib(int $n): int
{
    return $n < 2 ? $n : fib($n - 1) + fib($n - 2);
}

function ackermann(int $m, int $n): int
{
    if ($m === 0) {
        return $n + 1;
    }
    if ($n === 0) {
        return ackermann($m - 1, 1);
    }
    return ackermann($m - 1, ackermann($m, $n - 1));
}

echo fib(34), ' ', ackermann(2, 1500), "\n";
