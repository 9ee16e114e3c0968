<?php
// Justified text, word by word: string functions on short strings, static caches, padding.
function lines(string $text, int $width): Generator {
    $line = [];
    $length = 0;
    foreach (preg_split('/\s+/', trim($text)) as $word) {
        $size = strlen($word);
        if ($line && $length + count($line) + $size > $width) {
            yield [$line, $length];
            [$line, $length] = [[], 0];
        }
        $line[] = $word;
        $length += $size;
    }
    if ($line) {
        yield [$line, $length];
    }
}
function justify(array $words, int $length, int $width): string {
    $gaps = count($words) - 1;
    if ($gaps === 0) {
        return str_pad($words[0], $width);
    }
    $spaces = $width - $length;
    $out = '';
    foreach ($words as $i => $word) {
        $out .= $word;
        if ($i < $gaps) {
            $here = intdiv($spaces, $gaps - $i);
            $spaces -= $here;
            $out .= str_repeat(' ', $here);
        }
    }
    return $out;
}
function roman(int $n): string {
    static $cache = [];
    if (isset($cache[$n])) {
        return $cache[$n];
    }
    $out = '';
    foreach (['M' => 1000, 'CM' => 900, 'D' => 500, 'CD' => 400, 'C' => 100, 'XC' => 90, 'L' => 50, 'XL' => 40, 'X' => 10, 'IX' => 9, 'V' => 5, 'IV' => 4, 'I' => 1] as $sign => $value) {
        while ($n >= $value) {
            $out .= $sign;
            $n -= $value;
        }
    }
    return $cache[$n] = $out;
}
$text = '';
for ($i = 1; $i < 6000; $i++) {
    $text .= roman($i % 3999 + 1) . ' ' . ucwords(strrev((string) ($i * 7919))) . ($i % 11 ? ' ' : ', ') . substr('the quick brown fox', $i % 9, 5) . ' ';
}
foreach ([40, 64, 72, 100] as $width) {
    $number = 0;
    $out = [];
    foreach (lines($text, $width) as [$words, $length]) {
        $out[] = sprintf('%4d | %s |', ++$number, justify($words, $length, $width));
    }
    echo $width, ' ', count($out), ' ', md5(implode("\n", $out)), ' ', strlen(wordwrap($text, $width, "\n", true)), "\n";
}
