<?php
// The most flips of pancakes that any order of them needs.
function fannkuch(int $n): array {
    $order = range(0, $n - 1);
    $counts = array_fill(0, $n, 0);
    $most = $sum = $number = 0;
    $r = $n;
    while (true) {
        while ($r !== 1) {
            $counts[$r - 1] = $r;
            $r--;
        }
        if ($order[0] !== 0) {
            $stack = $order;
            $flips = 0;
            while (($k = $stack[0]) !== 0) {
                for ($i = 0, $j = $k; $i < $j; $i++, $j--) {
                    $held = $stack[$i];
                    $stack[$i] = $stack[$j];
                    $stack[$j] = $held;
                }
                $flips++;
            }
            if ($flips > $most) {
                $most = $flips;
            }
            $sum += $number % 2 === 0 ? $flips : -$flips;
        }
        while (true) {
            if ($r === $n) {
                return [$sum, $most];
            }
            $first = $order[0];
            for ($i = 0; $i < $r; $i++) {
                $order[$i] = $order[$i + 1];
            }
            $order[$r] = $first;
            if (--$counts[$r] > 0) {
                break;
            }
            $r++;
        }
        $number++;
    }
}
[$sum, $most] = fannkuch(9);
echo "$sum\nPfannkuchen(9) = $most\n";
