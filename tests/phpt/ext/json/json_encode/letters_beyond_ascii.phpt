--TEST--
Letters of two, three and four bytes, escapes and plain text around the borders of blocks of sixteen bytes
--FILE--
<?php
$flags = [0, JSON_UNESCAPED_UNICODE, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS, JSON_HEX_TAG | JSON_HEX_QUOT,
    JSON_UNESCAPED_SLASHES, JSON_INVALID_UTF8_IGNORE, JSON_INVALID_UTF8_SUBSTITUTE, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_UNICODE];
$letters = ['é', 'ä"', '€', '😀', "\u{2028}", "\u{2029}x", "\n", "\x1f", '/', '<a href="/">', '\\', "\xff", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\x7f"];
$all = '';
foreach ($letters as $letter) {
    foreach ([0, 1, 15, 16, 17, 33] as $before) {
        foreach ([0, 1, 14, 16, 18] as $behind) {
            $text = str_repeat('a', $before) . $letter . str_repeat('b', $behind) . $letter;
            foreach ($flags as $flag) {
                $json = json_encode($text, $flag);
                $all .= json_last_error() . $json . "\n";
                if ($json !== false) {
                    $back = json_decode($json);
                    $all .= $back === $text ? "same\n" : bin2hex($back) . "\n";
                }
                foreach ([0, JSON_INVALID_UTF8_IGNORE, JSON_INVALID_UTF8_SUBSTITUTE] as $read) {
                    $all .= bin2hex((string) json_decode('"\u00e9' . addcslashes($text, "\0..\x1f\"\\") . '\t"', false, 512, $read)) . json_last_error() . "\n";
                }
            }
        }
    }
}
echo strlen($all), ' ', md5($all), "\n";
foreach (['"\u00eG"', '"\ud83d"', '"\ud83d\ude00"', '"\u0000"', '"\uDC00"', '"\u12"', '"abc\u00e4', '"\x"', "\"\\u00E4\x01\"", '"\/\b\f\n\r\t\"\\\\"'] as $json) {
    echo bin2hex((string) json_decode($json)), ' ', json_last_error_msg(), "\n";
}
--EXPECT--
824212 38e2ab7269ac6fcca70fb5305f97dbcb
 Syntax error
 Single unpaired UTF-16 surrogate in unicode escape
f09f9880 No error
00 No error
 Single unpaired UTF-16 surrogate in unicode escape
 Syntax error
 Control character error, possibly incorrectly encoded
 Syntax error
 Control character error, possibly incorrectly encoded
2f080c0a0d09225c No error
