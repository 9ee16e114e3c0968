<?php
// Calls that are made again and again with numbers where something else is declared: integers become floats, and in code without
// strict types strings.
function floats($values) {
    foreach ($values as $v) {
        echo fmod($v, 3), ' ', fdiv($v, 4), ' ', hypot($v, $v), ' ', round($v, 1), ' ', number_format($v, 1), "\n";
    }
}
floats([7, 7.5, -8, 9.25, 10]);
function texts($values) {
    foreach ($values as $v) {
        echo strlen(strrev($v)), ' ', trim($v), ' ', str_pad($v, 6, 0), ' ', strtoupper($v), ' ', str_contains($v, 2), "|\n";
    }
}
texts(['abc', 12, 12, 1.5, true, 'x2']);
function mixed_up($values) {
    foreach ($values as $v) {
        try {
            echo fmod($v, 2), ' ', strrev($v), "\n";
        } catch (TypeError $e) {
            echo $e->getMessage(), "\n";
        }
    }
}
mixed_up([5, '5', '5.5', 'five', [], 5, null]);
function kept($n) {
    $text = 0;
    for ($i = 0; $i < 3; $i++) {
        $text = strrev($n) . hypot($n, 0);
        $n += 9;
    }
    return [$text, $n];
}
var_dump(kept(12));
function referred() {
    $n = 4;
    $r = &$n;
    for ($i = 0; $i < 3; $i++) {
        echo fmod($r, 3), strrev($r), gettype($r), ' ';
    }
    echo "\n";
}
referred();
