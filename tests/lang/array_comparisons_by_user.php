<?php
// Functions that compare with a callback: what answers `true` and `false` is asked again the other way round, and one deprecation a
// call tells of it; references in arrays are passed as such; that a later argument is no array is told when those before are sorted.
set_error_handler(function ($n, $m) { echo "[$m]\n"; return true; });
$a = ['k' => 1, 'j' => 2, 'x' => 3];
$b = ['k' => 1, 'j' => 3];
$answers = [
    'true' => function ($a, $b) { echo "T$a,$b "; return true; },
    'false' => function ($a, $b) { echo "F$a,$b "; return false; },
    'greater' => function ($a, $b) { echo "G$a,$b "; return $a > $b; },
];
$one = ['array_uintersect', 'array_udiff', 'array_intersect_ukey', 'array_diff_ukey', 'array_uintersect_assoc', 'array_udiff_assoc', 'array_intersect_uassoc', 'array_diff_uassoc'];
$two = ['array_uintersect_uassoc', 'array_udiff_uassoc'];
$order = fn($a, $b) => $a <=> $b;
foreach ($answers as $name => $answer) {
    foreach ($one as $f) {
        echo "-- $f $name\n", json_encode($f($a, $b, $answer)), json_encode($f($b, $a, $answer)), "\n";
    }
    foreach ($two as $f) {
        echo "-- $f $name\n", json_encode($f($a, $b, $answer, $order)), json_encode($f($a, $b, $order, $answer)), json_encode($f($a, $b, $answer, $answer)), "\n";
    }
}
function first(&$v, $w) { return $v <=> $w; }
$x = 1;
$y = 3;
$refs = [&$x, 2, &$y];
foreach ($one as $f) {
    echo "-- $f references\n";
    $f($refs, [&$y, 5], 'first');
}
usort($refs, 'first');
uasort($refs, 'first');
foreach ([...$one, 'array_intersect'] as $f) {
    echo "-- $f types\n";
    foreach ([[[1, 2], 1], [1, [1, 2]], [[], 1], [[1, 2], [], 1]] as $args) {
        try {
            $f(...$args, ...($f == 'array_intersect' ? [] : [function ($a, $b) { echo "$a,$b "; return $a <=> $b; }]));
        } catch (TypeError $e) {
            echo $e->getMessage(), "\n";
        }
    }
}
