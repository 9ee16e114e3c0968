<?php
// The spectral norm of an infinite matrix; vectors go by reference.
function a(int $i, int $j): float {
    return 1.0 / ((($i + $j) * ($i + $j + 1) >> 1) + $i + 1);
}
function times(int $n, array &$v, array &$out): void {
    for ($i = 0; $i < $n; $i++) {
        $sum = 0.0;
        for ($j = 0; $j < $n; $j++) {
            $sum += a($i, $j) * $v[$j];
        }
        $out[$i] = $sum;
    }
}
function times_transposed(int $n, array &$v, array &$out): void {
    for ($i = 0; $i < $n; $i++) {
        $sum = 0.0;
        for ($j = 0; $j < $n; $j++) {
            $sum += a($j, $i) * $v[$j];
        }
        $out[$i] = $sum;
    }
}
$n = 420;
$u = array_fill(0, $n, 1.0);
$v = $middle = [];
for ($round = 0; $round < 6; $round++) {
    times($n, $u, $middle);
    times_transposed($n, $middle, $v);
    times($n, $v, $middle);
    times_transposed($n, $middle, $u);
}
$products = $squares = 0.0;
for ($i = 0; $i < $n; $i++) {
    $products += $u[$i] * $v[$i];
    $squares += $v[$i] * $v[$i];
}
printf("%.9f\n", sqrt($products / $squares));
