<?php
// Asks the PHP that runs it which characters of the basic plane it takes for unlikely when it guesses encodings: one bit each, the
// lowest first, into the file named as argument (rare.bin). As UTF-7, so many of the character must then look less likely than the
// letters that they are as ASCII.
$bits = array_fill(0, 8192, 0);
for ($c = 0x80; $c < 0x10000; $c++) {
    $text = '+' . rtrim(base64_encode(pack('n', $c)), '=') . '-';
    if (($c & 0xF800) === 0xD800 || mb_detect_encoding($text, ['UTF-7', 'ASCII'], true) === 'ASCII') {
        $bits[$c >> 3] |= 1 << ($c & 7);
    }
}
file_put_contents($argv[1], pack('C*', ...$bits));
