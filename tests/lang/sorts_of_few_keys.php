<?php
// Sorting a few keys: integers, names, names that may be numbers, both; beside references, walks and other holders.
foreach ([[], [3 => 'a'], [3 => 'a', 1 => 'b', 2 => 'c'], ['b' => 1, 'a' => 2, 'B' => 3, '' => 4, 'ab' => 5], ['10' => 1, '9' => 2, '1e1' => 3], ['x' => 1, 5 => 2, 'a' => 3, -1 => 4, '0x' => 5, '1a' => 6],
    ['z9' => 1, 'z10' => 2, 'z1' => 3], [PHP_INT_MAX => 1, PHP_INT_MIN => 2, 0 => 3], array_combine(range(16, 1), range(1, 16)), array_combine(range(17, 1), range(1, 17)), ["\xff" => 1, "\x7f" => 2, 'é' => 3, 'e' => 4], ['a b' => 1, 'a' => 2, ' a' => 3, '.5' => 4, '5' => 5]] as $a) {
    foreach (['ksort', 'krsort'] as $f) foreach ([SORT_REGULAR, SORT_STRING, SORT_NUMERIC, SORT_STRING | SORT_FLAG_CASE] as $flags) { $b = $a; $f($b, $flags); echo json_encode(array_keys($b), JSON_PARTIAL_OUTPUT_ON_ERROR), ' '; }
    echo "\n";
}
$a = ['b' => 1, 'a' => 2]; $held = $a; $r = &$a['b']; next($a); ksort($a); $r = 9; echo json_encode([$a, $held, current($a), key($a)]), "\n";
$a = [1 => 'x', 0 => 'y']; $a[] = 'z'; ksort($a); $a[] = 'w'; echo json_encode($a), "\n"; krsort($a); $a[] = 'v'; echo json_encode($a), "\n";
foreach ($a as $k => &$v) { if ($k === 1) ksort($a); echo "$k$v "; } unset($v); echo "\n";
// Groups by keys that look like numbers.
$g = []; foreach (['0', '1', '01', '-0', '-5', '10', 'x', '9223372036854775807', '9223372036854775808', ' 1', '1.5'] as $k) { $g[$k][] = 1; $g[$k]['n'] = ($g[$k]['n'] ?? 0) + 1; } var_dump(array_keys($g), $g['0'], isset($g[0], $g['01'], $g[-5], $g['-5']));
$n = null; $n['5']['x'] = 1; $n['5']['y'] = 2; $n['05'][] = 3; var_dump($n); $l = [1, 2, 3]; $k = '1'; $l[$k] .= 'a'; $m = &$l['2']; $m = 5; $copy = $l; $copy[$k][0] = 'z'; unset($l[$k]); echo json_encode([$l, $copy]), "\n";
