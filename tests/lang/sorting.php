<?php

$words = ['banana', 'apple', 'Cherry', '10', '9', 'apple2', 'apple10', ''];
foreach (['sort', 'rsort'] as $f) {
    foreach (['SORT_REGULAR', 'SORT_STRING', 'SORT_NUMERIC', 'SORT_NATURAL'] as $flag) {
        $w = $words;
        $f($w, constant($flag));
        echo $f, ' ', $flag, ': ', implode(' ', $w), "\n";
    }
}
$w = $words;
sort($w, SORT_STRING | SORT_FLAG_CASE);
echo implode(' ', $w), "\n";
natsort($w);
echo json_encode($w), "\n";
$mixed = [10, '9', 2.5, true, null, 'abc', [1], '1e1'];
sort($mixed);
echo json_encode($mixed), "\n";
$a = ['x' => 3, 'y' => 1, 'z' => 2];
asort($a);
echo json_encode($a);
arsort($a);
echo json_encode($a);
ksort($a);
echo json_encode($a);
krsort($a);
echo json_encode($a), "\n";
$k = ['b' => 1, 10 => 2, 'a' => 3, 9 => 4, '1x' => 5];
ksort($k);
echo json_encode($k), "\n";
ksort($k, SORT_STRING);
echo json_encode($k), "\n";
// stability
$records = [];
foreach (range(0, 40) as $i) {
    $records[] = ['key' => $i % 4, 'n' => $i];
}
usort($records, fn ($p, $q) => $p['key'] <=> $q['key']);
echo implode(',', array_column($records, 'n')), "\n";
usort($records, fn ($p, $q) => false);
echo $records[0]['n'], "\n";
usort($records, fn ($p, $q) => $p['n'] > $q['n']);
echo $records[0]['n'], $records[40]['n'], "\n";
$calls = 0;
$five = [5, 3, 1, 4, 2];
usort($five, function ($x, $y) use (&$calls) {
    $calls++;
    echo "$x-$y ";
    return $x <=> $y;
});
echo $calls, ' ', implode($five), "\n";
uasort($a, fn ($x, $y) => $y - $x);
uksort($a, 'strcmp');
echo json_encode($a), "\n";
$d1 = [3, 1, 2, 1];
$d2 = ['c', 'b', 'a', 'a'];
array_multisort($d1, SORT_DESC, $d2, SORT_ASC);
echo json_encode([$d1, $d2]), "\n";
try {
    usort($five, fn ($x, $y) => throw new Exception('in callback'));
} catch (Exception $e) {
    echo $e->getMessage(), ' ', count($five), "\n";
}
$floats = [1.5, 1, '1.5', 1.25];
sort($floats);
var_dump($floats);
rsort($floats);
echo json_encode($floats), "\n";
