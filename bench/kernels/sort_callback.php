<?php
// Sorting with user comparison functions: numbers, records, keys.

function numbers(int $n, int $seed): array
{
    $list = [];
    for ($i = 0; $i < $n; $i++) {
        $seed = ($seed * 1103515245 + 12345) & 0x7fffffff;
        $list[] = $seed % 100000;
    }
    return $list;
}

function records(int $n): array
{
    $records = [];
    foreach (numbers($n, 99) as $i => $number) {
        $records["id$i"] = ['name' => 'name' . $number % 977, 'age' => $number % 90, 'score' => $number / 7];
    }
    return $records;
}

function main(): void
{
    $checksum = 0;
    for ($round = 1; $round <= 4; $round++) {
        $list = numbers(60000, $round);
        usort($list, fn (int $a, int $b): int => $a <=> $b);
        $checksum = ($checksum * 31 + $list[1000] + $list[59999]) % 1000000007;
        usort($list, function ($a, $b) {
            if ($a % 10 === $b % 10) {
                return $b - $a;
            }
            return $a % 10 < $b % 10 ? -1 : 1;
        });
        $checksum = ($checksum * 31 + $list[100] + $list[30000]) % 1000000007;
    }
    $records = records(30000);
    uasort($records, fn ($a, $b) => [$a['age'], $a['name']] <=> [$b['age'], $b['name']]);
    $checksum .= ' ' . array_key_first($records) . ' ' . array_key_last($records);
    uasort($records, fn ($a, $b) => strcmp($a['name'], $b['name']) ?: $b['score'] <=> $a['score']);
    $checksum .= ' ' . array_key_first($records) . ' ' . array_key_last($records);
    uksort($records, fn (string $a, string $b) => strlen($a) <=> strlen($b) ?: strcmp($b, $a));
    echo $checksum, ' ', array_key_first($records), ' ', array_key_last($records), "\n";
}

main();
