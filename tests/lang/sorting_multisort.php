<?php

$data = [['v' => 67, 'e' => 2], ['v' => 86, 'e' => 1], ['v' => 85, 'e' => 6], ['v' => 98, 'e' => 2], ['v' => 86, 'e' => 6], ['v' => 67, 'e' => 7]];
$v = array_column($data, 'v');
$e = array_column($data, 'e');
array_multisort($v, SORT_DESC, $e, SORT_ASC, $data);
echo json_encode($data), "\n";
$s = ['10', 9, '1a', 'B', 'a', 1.5];
$t = ['x', 'y', 'z', 'w', 'v', 'u'];
array_multisort($s, SORT_ASC, SORT_STRING, $t);
echo json_encode([$s, $t]), "\n";
$assoc = ['b' => 2, 'a' => 1, 5 => 0, 3 => 9];
array_multisort($assoc);
echo json_encode($assoc), "\n";
$people = [['n' => 'Bob', 'a' => 30], ['n' => 'alice', 'a' => 25], ['n' => 'Carol', 'a' => 30], ['n' => 'bob', 'a' => 25]];
usort($people, fn ($x, $y) => [$y['a'], strtolower($x['n'])] <=> [$x['a'], strtolower($y['n'])]);
echo implode(' ', array_map(fn ($p) => "{$p['n']}:{$p['a']}", $people)), "\n";
usort($people, fn ($x, $y) => strnatcasecmp($x['n'], $y['n']) ?: $x['a'] - $y['a']);
echo implode(' ', array_column($people, 'n')), "\n";
$files = ['img12.png', 'img10.png', 'IMG2.png', 'img1.png', 'img01.png'];
natsort($files);
echo implode(' ', $files), ' ';
natcasesort($files);
echo implode(' ', $files), ' ';
sort($files, SORT_NATURAL | SORT_FLAG_CASE);
echo implode(' ', $files), "\n";
// every size around the switch from insertion sort to a hybrid sort
foreach ([0, 1, 2, 3, 4, 5, 6, 15, 16, 17, 18, 40, 100] as $n) {
    $x = 7;
    $list = [];
    for ($i = 0; $i < $n; $i++) {
        $x = ($x * 31 + 11) % 101;
        $list[] = $x % 10;
    }
    $log = '';
    $copy = $list;
    usort($copy, function ($a, $b) use (&$log) {
        $log .= "$a$b";
        return $a <=> $b;
    });
    $pairs = [];
    foreach ($list as $i => $k) {
        $pairs["k$i"] = $k;
    }
    asort($pairs);
    echo $n, ' ', strlen($log), ' ', md5($log), ' ', md5(implode($copy)), ' ', md5(json_encode($pairs)), "\n";
}
$same = array_fill(0, 20, 'same');
arsort($same);
echo implode(',', array_keys($same)), "\n";
$mixed = ['10', 10, '1e1', 10.0, '010', true, 'ten', null, ''];
sort($mixed);
echo json_encode($mixed), "\n";
rsort($mixed);
echo json_encode($mixed), "\n";
$nested = [[3, 1], [1, 2], [1, 1], []];
sort($nested);
echo json_encode($nested), "\n";
