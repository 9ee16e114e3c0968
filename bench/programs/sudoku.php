<?php
// Sudoku by candidates and backtracking: nested arrays, references, recursion.
function candidates(array $grid, int $row, int $column): array {
    $used = [];
    for ($i = 0; $i < 9; $i++) {
        $used[$grid[$row][$i]] = true;
        $used[$grid[$i][$column]] = true;
        $used[$grid[intdiv($row, 3) * 3 + intdiv($i, 3)][intdiv($column, 3) * 3 + $i % 3]] = true;
    }
    return array_values(array_filter(range(1, 9), fn (int $n): bool => !isset($used[$n])));
}
function solve(array &$grid, int &$steps): bool {
    $best = null;
    foreach ($grid as $row => $cells) {
        foreach ($cells as $column => $cell) {
            if ($cell !== 0) {
                continue;
            }
            $options = candidates($grid, $row, $column);
            if ($best === null || count($options) < count($best[2])) {
                $best = [$row, $column, $options];
            }
        }
    }
    if ($best === null) {
        return true;
    }
    [$row, $column, $options] = $best;
    foreach ($options as $option) {
        $steps++;
        $grid[$row][$column] = $option;
        if (solve($grid, $steps)) {
            return true;
        }
    }
    $grid[$row][$column] = 0;
    return false;
}
$puzzles = ['530070000600195000098000060800060003400803001700020006060000280000419005000080079', '000000907000420180000705026100904000050000040000507009920108000034059000507000000'];
for ($round = 0; $round < 3; $round++) {
    foreach ($puzzles as $puzzle) {
        $grid = array_map(fn (string $line): array => array_map(intval(...), str_split($line)), str_split($puzzle, 9));
        $steps = 0;
        echo solve($grid, $steps) ? 'solved' : 'stuck', " in $steps: ", implode('', $grid[4]), "\n";
    }
}
