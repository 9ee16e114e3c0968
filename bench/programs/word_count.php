<?php
// The words of a text, counted, sorted and shown as a table.
mt_srand(5);
$stems = ['time', 'year', 'people', 'way', 'day', 'man', 'thing', 'woman', 'life', 'child', 'world', 'school', 'state', 'family'];
$text = '';
for ($i = 0; $i < 250000; $i++) {
    $word = $stems[mt_rand(0, 13)] . ($i % 9 === 0 ? mt_rand(1, 300) : '');
    $text .= ($i % 17 === 0 ? ucfirst($word) : $word) . ($i % 11 === 0 ? ".\n" : ($i % 7 === 0 ? ', ' : ' '));
}
$counts = $lengths = [];
foreach (preg_split('/\r?\n/', $text) as $number => $line) {
    foreach (preg_split('/[^\w]+/', strtolower($line), -1, PREG_SPLIT_NO_EMPTY) as $word) {
        $counts[$word] = ($counts[$word] ?? 0) + 1;
        $lengths[strlen($word)][] = $number;
    }
}
uksort($counts, fn ($a, $b) => $counts[$b] <=> $counts[$a] ?: strcmp($a, $b));
foreach (array_slice($counts, 0, 25, true) as $word => $count) {
    echo str_pad($word, 12), str_pad((string) $count, 8, ' ', STR_PAD_LEFT), ' ', str_repeat('#', intdiv($count, 800)), "\n";
}
ksort($lengths);
foreach ($lengths as $length => $lines) {
    echo $length, ': ', count($lines), ' in ', count(array_unique($lines)), " lines\n";
}
