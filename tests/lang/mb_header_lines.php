<?php
// needs: mbstring
// Where mb_encode_mimeheader() breaks lines, and what it encodes.
mb_internal_encoding('UTF-8');
function show(string $text, int $indent = 0, string $method = 'Q', string $charset = 'UTF-8'): void {
    echo '[', strtr(mb_encode_mimeheader($text, $charset, $method, "\n", $indent), ' ', '_'), "]\n";
}
foreach (['ab ', 'ab  ', ' ab', ' ab ', '  ab  cd  ', '   ', '', 'ab  é', '  é', 'a é ', 'a = c ', 'a ? b', 'a_b c', "ab\té", "ab\ncd"] as $text) {
    show($text);
}
show('é0c19 a+b/c-d!e*f g(x)@.');
$x = fn (int $n): string => str_repeat('x', $n);
foreach ([$x(75), $x(76), 'ab ' . $x(75), 'ab ' . $x(76), 'ab ' . $x(73) . ' cd', 'ab ' . $x(74) . ' cd', $x(20) . ' b', 'bb   c', '  b  c'] as $text) {
    foreach ([0, 60, 73, 74] as $indent) {
        show($text, $indent);
    }
}
foreach (['a ', 'ab ', 'abc ', 'abcd '] as $word) {
    show(str_repeat($word, 60));
    show(str_repeat($word, 17) . 'é', 5);
}
$texts = ['é' . str_repeat('a', 150), str_repeat('é', 40), 'aaa' . str_repeat('é', 40), str_repeat('日', 20), str_repeat('a b', 20) . 'é'];
foreach (['UTF-8', 'ISO-8859-1', 'ISO-2022-JP', 'SJIS', 'UTF-16'] as $charset) {
    foreach ($texts as $text) {
        foreach (['Q', 'B'] as $method) {
            foreach ([0, 3, 30, 50, 51, 60] as $indent) {
                $lines = explode("\n", mb_encode_mimeheader($text, $charset, $method, "\n", $indent));
                echo "$charset $method $indent: ", implode(' ', array_map(strlen(...), $lines)), "\n";
            }
        }
    }
}
