<?php
// needs: mbstring
// The length counts from where the first character begins.
foreach (['UCS-4BE', 'UCS-2LE', 'UTF-32', 'UCS-2', 'ASCII'] as $encoding) {
    $text = mb_convert_encoding('ABC', $encoding, 'UTF-8');
    for ($from = -5; $from < 13; $from++) {
        foreach ([null, 0, 1, 3, 4, 5, 8, 11, -1, -4] as $length) {
            echo bin2hex(mb_strcut($text, $from, $length, $encoding)), ' ';
        }
        echo "\n";
    }
}
