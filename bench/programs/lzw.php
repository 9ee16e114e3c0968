<?php
// LZW both ways: string keys that grow, ord and chr, arrays as dictionaries.
function compress(string $text): array {
    $codes = [];
    for ($i = 0; $i < 256; $i++) {
        $codes[chr($i)] = $i;
    }
    $out = [];
    $have = '';
    for ($i = 0, $n = strlen($text); $i < $n; $i++) {
        $c = $text[$i];
        if (isset($codes[$have . $c])) {
            $have .= $c;
        } else {
            $out[] = $codes[$have];
            $codes[$have . $c] = count($codes);
            $have = $c;
        }
    }
    if ($have !== '') {
        $out[] = $codes[$have];
    }
    return $out;
}
function expand(array $codes): string {
    $words = array_map(chr(...), range(0, 255));
    $before = $words[array_shift($codes)];
    $out = $before;
    foreach ($codes as $code) {
        $entry = $words[$code] ?? $before . $before[0];
        $out .= $entry;
        $words[] = $before . $entry[0];
        $before = $entry;
    }
    return $out;
}
$text = '';
for ($i = 0; $i < 9000; $i++) {
    $text .= ['lorem', 'ipsum', 'dolor', 'sit', 'amet', 'x' . $i % 50][$i * 7 % 6] . ' ';
}
for ($round = 0; $round < 4; $round++) {
    $codes = compress($text);
    $back = expand($codes);
    echo strlen($text), ' ', count($codes), ' ', $back === $text ? 'same' : 'different', ' ', md5(implode(',', $codes)), "\n";
}
