<?php
// Regular expressions over generated text: matching, splitting, replacing, callbacks, a small tokenizer.

function text(int $lines): string
{
    $words = ['lorem', 'ipsum', 'Dolor', 'sit', 'AMET', 'consectetur', '42', '3.14', 'foo@example.org', '2024-05-17', '"quoted text"', '/* note */'];
    $out = '';
    $seed = 7;
    for ($i = 0; $i < $lines; $i++) {
        $line = [];
        for ($j = 0; $j < 12; $j++) {
            $seed = ($seed * 16807) % 2147483647;
            $line[] = $words[$seed % 12];
        }
        $out .= implode(' ', $line) . ".\n";
    }
    return $out;
}

function tokenize(string $source): array
{
    $pattern = '~(?<space>\s+)|(?<number>\d+(?:\.\d+)?)|(?<name>[A-Za-z_]\w*)|(?<string>"[^"]*")|(?<comment>/\*.*?\*/)|(?<other>.)~As';
    $counts = [];
    $offset = 0;
    $length = strlen($source);
    while ($offset < $length && preg_match($pattern, $source, $match, PREG_UNMATCHED_AS_NULL, $offset)) {
        foreach (['space', 'number', 'name', 'string', 'comment', 'other'] as $kind) {
            if ($match[$kind] !== null) {
                $counts[$kind] = ($counts[$kind] ?? 0) + 1;
                break;
            }
        }
        $offset += strlen($match[0]);
    }
    return $counts;
}

function main(): void
{
    $text = text(16000);
    $checksum = [];
    for ($round = 0; $round < 6; $round++) {
        $checksum['mails'] = preg_match_all('/[\w.]+@[\w.]+\.\w+/', $text, $matches);
        $checksum['dates'] = preg_match_all('/(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)/', $text, $sets, PREG_SET_ORDER);
        $checksum['swapped'] = crc32(preg_replace('/(\d{4})-(\d\d)-(\d\d)/', '$3.$2.$1', $text));
        $checksum['upper'] = crc32(preg_replace_callback('/\b[a-z]{3,5}\b/', fn ($m) => strtoupper($m[0]), $text));
        $checksum['pieces'] = count(preg_split('/[\s,.]+/', $text, -1, PREG_SPLIT_NO_EMPTY));
        $checksum['case'] = preg_match_all('/\b(dolor|amet)\b/i', $text);
    }
    $lines = explode("\n", $text);
    $checksum['lines'] = 0;
    foreach ($lines as $line) {
        if (preg_match('/^(\w+)\s.*?(\d+)\D*$/', $line, $m)) {
            $checksum['lines'] += strlen($m[1]) + (int) $m[2];
        }
        $checksum['lines'] += preg_match('/foo.*bar/', $line);
    }
    $checksum += tokenize(substr($text, 0, 1200000));
    foreach ($checksum as $name => $value) {
        echo "$name=$value ";
    }
    echo "\n";
}

main();
