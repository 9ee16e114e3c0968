<?php
// Arrays of arrays: matrix product, transposition, in-place updates.

function make(int $n, int $seed): array
{
    $matrix = [];
    for ($i = 0; $i < $n; $i++) {
        for ($j = 0; $j < $n; $j++) {
            $matrix[$i][$j] = ($i * $seed + $j) % 17 - 8;
        }
    }
    return $matrix;
}

function multiply(array $a, array $b, int $n): array
{
    $product = [];
    for ($i = 0; $i < $n; $i++) {
        $row = $a[$i];
        $line = [];
        for ($j = 0; $j < $n; $j++) {
            $sum = 0;
            for ($k = 0; $k < $n; $k++) {
                $sum += $row[$k] * $b[$k][$j];
            }
            $line[] = $sum;
        }
        $product[] = $line;
    }
    return $product;
}

function transpose(array $a): array
{
    $result = [];
    foreach ($a as $i => $row) {
        foreach ($row as $j => $value) {
            $result[$j][$i] = $value;
        }
    }
    return $result;
}

function relax(array &$grid, int $n): void
{
    for ($i = 1; $i < $n - 1; $i++) {
        for ($j = 1; $j < $n - 1; $j++) {
            $grid[$i][$j] = 0.25 * ($grid[$i - 1][$j] + $grid[$i + 1][$j] + $grid[$i][$j - 1] + $grid[$i][$j + 1]);
        }
    }
}

function main(): void
{
    $n = 260;
    $c = multiply(make($n, 3), transpose(make($n, 5)), $n);
    $trace = 0;
    for ($i = 0; $i < $n; $i++) {
        $trace += $c[$i][$i] + $c[$i][$n - 1 - $i];
    }
    $grid = make($n, 7);
    for ($i = 0; $i < 50; $i++) {
        relax($grid, $n);
    }
    $total = array_sum(array_map(array_sum(...), $grid));
    printf("%d %.9f %.9f\n", $trace, $grid[1][1], $total);
}

main();
