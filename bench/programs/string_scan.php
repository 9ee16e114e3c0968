<?php
// Texts character by character: run lengths, balanced brackets, edit distances and a cipher.
function packed(string $text): string {
    $out = '';
    $length = strlen($text);
    for ($i = 0; $i < $length; $i = $j) {
        for ($j = $i + 1; $j < $length && $text[$j] === $text[$i]; $j++);
        $out .= ($j - $i > 1 ? $j - $i : '') . $text[$i];
    }
    return $out;
}
function balanced(string $text): bool {
    $stack = [];
    $pairs = [')' => '(', ']' => '[', '}' => '{'];
    for ($i = 0, $n = strlen($text); $i < $n; $i++) {
        $c = $text[$i];
        if ($c === '(' || $c === '[' || $c === '{') {
            $stack[] = $c;
        } elseif (isset($pairs[$c]) && array_pop($stack) !== $pairs[$c]) {
            return false;
        }
    }
    return !$stack;
}
function distance(string $a, string $b): int {
    $row = range(0, strlen($b));
    for ($i = 1; $i <= strlen($a); $i++) {
        $last = $row;
        $row[0] = $i;
        for ($j = 1; $j <= strlen($b); $j++) {
            $row[$j] = min($last[$j] + 1, $row[$j - 1] + 1, $last[$j - 1] + ($a[$i - 1] === $b[$j - 1] ? 0 : 1));
        }
    }
    return $row[strlen($b)];
}
function shifted(string $text, int $by): string {
    for ($i = 0, $n = strlen($text); $i < $n; $i++) {
        $code = ord($text[$i]);
        if ($code >= 97 && $code <= 122) {
            $text[$i] = chr(($code - 97 + $by) % 26 + 97);
        }
    }
    return $text;
}
$sum = 0;
for ($i = 0; $i < 3000; $i++) {
    $text = str_repeat('a', $i % 9) . "bbb" . str_repeat("c$i", 20) . '(a[b]{c(d)e}f)' . str_repeat('[{()}]', 12);
    $sum += strlen(packed($text)) + (balanced($text) ? 1 : 0) + (balanced($text . ')') ? 1 : 0);
    $sum += distance("kitten sitting $i", "sitting kitten $i") + ord(shifted(str_repeat('hello world ', 12), $i)[3]);
}
echo $sum, "\n";
