<?php
// Asks the PHP that runs it what every sequence of bytes of its multibyte encodings means, and how every character is written in
// them. generate.py packs the answers.
mb_substitute_character(0x10FFFD);
const BAD = "\x00\x10\xFF\xFD";
$encodings = ['SJIS', 'CP932', 'SJIS-win', 'SJIS-2004', 'SJIS-mac', 'SJIS-Mobile#DOCOMO', 'SJIS-Mobile#KDDI', 'SJIS-Mobile#SOFTBANK',
    'EUC-JP', 'eucJP-win', 'CP51932', 'EUC-JP-2004', 'EUC-CN', 'CP936', 'GB18030', 'GB18030-2022', 'EUC-TW', 'BIG-5', 'CP950',
    'EUC-KR', 'UHC'];

function read(string $bytes, string $encoding): string { return mb_convert_encoding($bytes, 'UTF-32BE', $encoding); }

/** The sequences that begin with $bytes: what they mean ("c"), which beginnings go on ("p"), which give a byte back ("u"). */
function explore(string $bytes, string $encoding): void
{
    for ($i = 0; $i < 256; $i++) {
        $now = $bytes . chr($i);
        $text = read($now, $encoding);
        if (!str_contains($text, BAD)) {
            echo 'c ', bin2hex($now), ' ', implode(' ', array_map('dechex', unpack('N*', $text))), "\n";
        } elseif ($text === BAD && ($behind = read($now . 'A', $encoding)) === BAD && strlen($now) < 4) {
            echo 'p ', bin2hex($now), "\n";
            // What has four bytes here goes by ranges.
            if (!str_starts_with($encoding, 'GB18030') || strlen($now) < 2) {
                explore($now, $encoding);
            }
        } elseif ($text === BAD && strlen($now) === 1 && read($now . "\xFF" . 'A', $encoding) === BAD . "\0\0\0A") {
            echo 'p ', bin2hex($now), "\n";
            explore($now, $encoding);
        } elseif (strlen($now) === 2 && $text === BAD . read(chr($i), $encoding)) {
            echo 'u ', bin2hex($now), "\n";
        }
    }
}

/** Sequences of four bytes, by their number. */
function ranges(string $encoding): void
{
    for ($n = 0; $n < 126 * 10 * 126 * 10; $n++) {
        if ($n >= 4 * 12600 && $n < 15 * 12600) {
            continue;
        }
        $bytes = chr(0x81 + intdiv($n, 12600)) . chr(0x30 + intdiv($n, 1260) % 10) . chr(0x81 + intdiv($n, 10) % 126) . chr(0x30 + $n % 10);
        $text = read($bytes, $encoding);
        if (!str_contains($text, BAD)) {
            echo '4 ', $n, ' ', dechex(unpack('N', $text)[1]), "\n";
        }
    }
}

foreach ($encodings as $encoding) {
    echo '= ', $encoding, "\n";
    mb_substitute_character(0x10FFFD);
    explore('', $encoding);
    if (str_starts_with($encoding, 'GB18030')) {
        ranges($encoding);
    }
    mb_substitute_character('none');
    for ($c = 0; $c < 0x110000; $c++) {
        $bytes = mb_convert_encoding(pack('N', $c), $encoding, 'UTF-32BE');
        if ($bytes !== '') {
            echo 'w ', dechex($c), ' ', bin2hex($bytes), "\n";
        }
    }
}

// UTF-8 with the private characters of Japanese telephones: what is not itself.
foreach (['DOCOMO', 'KDDI-A', 'KDDI-B', 'SOFTBANK'] as $company) {
    $encoding = "UTF-8-Mobile#$company";
    echo '= ', $encoding, "\n";
    for ($c = 0; $c < 0x110000; $c++) {
        if ($c === 0xD800) {
            $c = 0xE000;
        }
        $text = mb_chr($c, 'UTF-8');
        $read = read($text, $encoding);
        if ($read !== pack('N', $c)) {
            echo 'c ', sprintf('%08x', $c), ' ', implode(' ', array_map('dechex', unpack('N*', $read))), "\n";
        }
        $written = mb_convert_encoding($text, $encoding, 'UTF-8');
        if ($written !== $text && $written !== '') {
            echo 'w ', dechex($c), ' ', dechex(mb_ord($written, 'UTF-8')), "\n";
        }
    }
}
