<?php
// Texts are split by what their beginnings are like, whatever comes then.
foreach ([str_repeat('a', 300), str_repeat('a,', 200) . str_repeat('b', 5000), str_repeat('x', 400) . str_repeat(',y', 300), str_repeat(',', 9000)] as $text) {
    foreach ([PHP_INT_MAX, 70, 100, -1, -70] as $limit) {
        $parts = explode(',', $text, $limit);
        echo count($parts), ' ', md5(json_encode($parts)), ' ', json_encode(implode(',', $parts) === $text), "\n";
    }
}

// Reversed with their keys.
var_dump(array_reverse([5 => 'a', 'b', -3 => 'c', 'k' => 'd', 7 => 'e'], true));
$back = array_reverse(['x', 'y', 'z'], true);
$back[] = 'next';
var_dump($back, array_reverse([], true));
$back = array_reverse([-9 => 'x', -8 => 'y'], true);
$back[] = 'next';
var_dump($back);
$same = [1, 2];
var_dump(array_fill(0, 3, $same), array_fill(0, 2, 'text'), array_fill(5, 2, null));
