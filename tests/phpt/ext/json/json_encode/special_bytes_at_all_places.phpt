--TEST--
Bytes that need an escape, wherever they are in a string
--FILE--
<?php
$out = '';
foreach (['"', '\\', '/', "\x1f", "\0", "\x7f", "\u{e9}", "\u{1f600}", ' ', "\x80"] as $special) {
    for ($len = 0; $len < 40; $len++) {
        for ($at = 0; $at <= $len; $at++) {
            $text = str_repeat('a', $at) . $special . str_repeat('b', $len - $at);
            $json = json_encode([$text => $text]);
            $out .= $json . json_last_error();
            if ($json !== false && json_decode($json, true) !== [$text => $text]) { echo bin2hex($text), "\n"; }
            $out .= json_encode($text, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE) . json_encode($text, JSON_HEX_QUOT | JSON_HEX_TAG);
        }
    }
}
echo md5($out), "\n";
--EXPECT--
632419f1b5fc0afa7ec5ac7a1e6bc267
