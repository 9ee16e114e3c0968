<?php
// The sieve of Eratosthenes on a packed array: indexed reads and writes.

function sieve(int $limit): array
{
    $composite = array_fill(0, $limit + 1, false);
    for ($i = 2; $i * $i <= $limit; $i++) {
        if ($composite[$i]) {
            continue;
        }
        for ($j = $i * $i; $j <= $limit; $j += $i) {
            $composite[$j] = true;
        }
    }
    $primes = [];
    for ($i = 2; $i <= $limit; $i++) {
        if (!$composite[$i]) {
            $primes[] = $i;
        }
    }
    return $primes;
}

function main(): void
{
    $count = 0;
    $sum = 0;
    for ($round = 0; $round < 9; $round++) {
        $primes = sieve(1200000 + $round);
        $count += count($primes);
        foreach ($primes as $prime) {
            $sum = ($sum + $prime) % 1000003;
        }
    }
    echo $count, ' ', $sum, "\n";
}

main();
