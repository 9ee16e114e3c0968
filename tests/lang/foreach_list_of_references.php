<?php
// Elements that are references, taken apart by foreach.
function walk(array $rows): void {
    foreach ($rows as [$a, [$b]]) {
        echo $a, ' ', implode(',', (array) $b), "\n";
    }
    foreach ($rows as $key => ['x' => $x]) {
        echo $key, '=', $x ?? 'none', "\n";
    }
}
for ($i = 0; $i < 3; $i++) {
    $one = ["a$i", [['n' . $i, 'm']], 'x' => str_repeat('x', $i)];
    $two = ["b$i", ["t$i"], 'x' => [1][0]];
    $none = null;
    walk([&$one, &$two, ["c$i", [$i]] + ['x' => "y$i"]]);
    foreach ([&$one, &$none] as [$first]) {
        var_dump($first);
    }
}
