<?php
// Six nested counting loops over integers, with a little arithmetic at the bottom.

function nested(int $n): int
{
    $sum = 0;
    for ($a = 0; $a < $n; $a++) {
        for ($b = 0; $b < $n; $b++) {
            for ($c = 0; $c < $n; $c++) {
                for ($d = 0; $d < $n; $d++) {
                    for ($e = 0; $e < $n; $e++) {
                        for ($f = 0; $f < $n; $f++) {
                            $sum += ($a ^ $b) + $c * $d - ($e & $f);
                        }
                    }
                }
            }
        }
    }
    return $sum;
}

echo nested(19), "\n";
