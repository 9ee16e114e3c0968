<?php
// The native array functions, with and without callbacks.

function main(): void
{
    $checksum = 0;
    for ($round = 0; $round < 7; $round++) {
        $numbers = range(1, 100000);
        $squares = array_map(fn (int $n): int => $n * $n % 1009, $numbers);
        $odd = array_filter($squares, fn (int $n): bool => ($n & 1) === 1);
        $sum = array_reduce($odd, fn (int $carry, int $n): int => ($carry + $n) % 1000003, 0);
        $pairs = array_combine($numbers, $squares);
        $flipped = array_flip($squares);
        $unique = array_unique($squares);
        $chunks = array_chunk($numbers, 100);
        $merged = array_merge(...$chunks);
        $slice = array_slice($merged, 500, 20000);
        $reversed = array_reverse($slice);
        $sorted = $squares;
        sort($sorted);
        $words = array_map(fn (int $n): string => "w$n", array_slice($squares, 0, 30000));
        $counts = array_count_values($words);
        arsort($counts);
        $columns = array_column(array_map(fn (int $n): array => ['id' => $n, 'name' => "n$n"], $slice), 'name', 'id');
        $difference = array_diff_key($columns, array_flip(range(1000, 5000)));
        $common = array_intersect(array_slice($words, 0, 2000), array_slice($words, 1000, 3000));
        array_walk($pairs, function (int &$value, int $key): void {
            $value += $key;
        });
        $found = 0;
        foreach ([3, 99999, 50000, -1] as $needle) {
            $found += in_array($needle, $numbers, true) ? 1 : 0;
            $found += (int) array_search($needle, $numbers);
        }
        while (count($reversed) > 10000) {
            array_push($reversed, array_pop($reversed) + array_pop($reversed));
        }
        $checksum = ($checksum * 31 + $sum + array_sum($pairs) + count($flipped) + count($unique) + $found
            + array_sum($slice) + $reversed[9999] + $sorted[77777] + count($difference) + count($common)
            + max($squares) + min($squares) + strlen(implode(',', $words)) + strlen(array_key_first($counts))) % 1000000007;
    }
    echo $checksum, "\n";
}

main();
