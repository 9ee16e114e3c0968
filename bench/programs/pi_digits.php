<?php
// Digits of pi by a spigot, in arrays of integers.
function digits(int $count): string {
    $length = intdiv($count * 10, 3) + 1;
    $remainders = array_fill(0, $length, 2);
    $out = '';
    $nines = $held = 0;
    for ($i = 0; $i < $count + 1; $i++) {
        $carry = 0;
        for ($j = $length - 1; $j > 0; $j--) {
            $value = $remainders[$j] * 10 + $carry * ($j + 1);
            $remainders[$j] = $value % (2 * $j + 1);
            $carry = intdiv($value, 2 * $j + 1);
        }
        $value = $remainders[0] * 10 + $carry;
        $remainders[0] = $value % 10;
        $digit = intdiv($value, 10);
        if ($digit === 9) {
            $nines++;
        } elseif ($digit === 10) {
            $out .= ($held + 1) . str_repeat('0', $nines);
            $held = $nines = 0;
        } else {
            $out .= $held . str_repeat('9', $nines);
            $held = $digit;
            $nines = 0;
        }
    }
    return $out;
}
echo digits(1300), "\n";
