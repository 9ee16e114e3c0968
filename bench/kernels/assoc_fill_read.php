<?php
// Associative arrays: filling with string and sparse integer keys, reading, testing, deleting, counting words.

function fill(int $n): array
{
    $map = [];
    for ($i = 0; $i < $n; $i++) {
        $map["key$i"] = $i;
    }
    return $map;
}

function read(array $map, int $n): int
{
    $sum = 0;
    for ($i = 0; $i < $n; $i += 3) {
        $sum += $map['key' . $i];
        if (isset($map["none$i"])) {
            $sum--;
        }
        $sum += $map["x$i"] ?? 1;
    }
    return $sum;
}

function sparse(int $n): int
{
    $map = [];
    $key = 12345;
    for ($i = 0; $i < $n; $i++) {
        $key = ($key * 1103515245 + 12345) % 2147483648;
        $map[$key % 50021] = ($map[$key % 50021] ?? 0) + 1;
    }
    $sum = 0;
    foreach ($map as $bucket => $count) {
        $sum = ($sum + $bucket * $count) % 1000000007;
    }
    return $sum;
}

function countWords(array $words, int $rounds): array
{
    $counts = [];
    $n = count($words);
    for ($i = 0; $i < $rounds; $i++) {
        $word = $words[($i * 7) % $n];
        if (!isset($counts[$word])) {
            $counts[$word] = 0;
        }
        $counts[$word]++;
    }
    return $counts;
}

function main(): void
{
    $n = 250000;
    $sum = 0;
    for ($round = 0; $round < 5; $round++) {
        $map = fill($n);
        $sum += read($map, $n);
        for ($i = 0; $i < $n; $i += 2) {
            unset($map["key$i"]);
        }
        $sum += count($map);
    }
    $sum += sparse(2000000);
    $words = explode(' ', 'one two three four five six seven eight nine ten eleven twelve thirteen');
    $counts = countWords($words, 2500000);
    ksort($counts);
    echo $sum, ' ', array_key_first($counts), '=', $counts['eight'], "\n";
}

main();
