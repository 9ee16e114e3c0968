<?php
// Counts the words of a text of DNA, and where some are.
mt_srand(7);
$text = '';
for ($i = 0; $i < 400000; $i++) {
    $text .= 'acgt'[mt_rand(0, 3)];
}
function words(string $text, int $length): array {
    $counts = [];
    $last = strlen($text) - $length;
    for ($i = 0; $i <= $last; $i++) {
        $word = substr($text, $i, $length);
        if (isset($counts[$word])) {
            $counts[$word]++;
        } else {
            $counts[$word] = 1;
        }
    }
    return $counts;
}
foreach ([1, 2] as $length) {
    $counts = words($text, $length);
    arsort($counts);
    $total = array_sum($counts);
    foreach ($counts as $word => $count) {
        printf("%s %.3f\n", strtoupper($word), $count * 100 / $total);
    }
}
foreach (['ggt', 'ggta', 'ggtatt', 'ggtattttaatt'] as $wanted) {
    echo words($text, strlen($wanted))[$wanted] ?? 0, "\t", $wanted, "\n";
}
