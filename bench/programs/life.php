<?php
// The game of life on a sparse board, with string keys.
$board = [];
foreach (['.X......', '...X....', 'XX..XXX.', '........'] as $y => $line) {
    foreach (str_split($line) as $x => $cell) {
        if ($cell === 'X') {
            $board["$x,$y"] = true;
        }
    }
}
for ($round = 0; $round < 1200; $round++) {
    $counts = [];
    foreach ($board as $cell => $_) {
        [$x, $y] = explode(',', $cell);
        for ($dy = -1; $dy <= 1; $dy++) {
            for ($dx = -1; $dx <= 1; $dx++) {
                if ($dx || $dy) {
                    $near = ($x + $dx) . ',' . ($y + $dy);
                    $counts[$near] = ($counts[$near] ?? 0) + 1;
                }
            }
        }
    }
    $next = [];
    foreach ($counts as $cell => $count) {
        if ($count === 3 || $count === 2 && isset($board[$cell])) {
            $next[$cell] = true;
        }
    }
    $board = $next;
}
ksort($board);
echo count($board), ' ', md5(implode(' ', array_keys($board))), "\n";
