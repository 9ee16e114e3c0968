--TEST--
Strings of all kinds compressed and expanded one after the other, with faults between them
--EXTENSIONS--
zlib
--FILE--
<?php
$texts = ['', 'a', str_repeat('ab', 20000), implode(',', range(1, 5000)), hash('sha512', 'x', true)];
$all = '';
foreach ([ZLIB_ENCODING_RAW => 'gzinflate', ZLIB_ENCODING_GZIP => 'gzdecode', ZLIB_ENCODING_DEFLATE => 'gzuncompress'] as $encoding => $expand) {
    foreach ([1, 6, 6, 9, -1, 0] as $level) {
        foreach ($texts as $number => $text) {
            $packed = zlib_encode($text, $encoding, $level);
            if ($expand($packed) !== $text || zlib_decode($packed) !== $text) {
                echo "$encoding $level $number does not come back\n";
            }
            if (@$expand(substr($packed, 0, -3)) !== false && $number !== 0) {
                echo "$encoding $level $number cut\n";
            }
            $other = $packed;
            $other[intdiv(strlen($other), 2)] = chr(ord($other[intdiv(strlen($other), 2)]) ^ 0x55);
            @$expand($other);
            if (@$expand($packed, 3) !== (strlen($text) <= 3 ? $text : false) && strlen($text) > 300) {
                echo "$encoding $level $number limit\n";
            }
        }
    }
}
echo bin2hex(gzcompress('hello hello hello')), ' ', bin2hex(gzcompress('hello hello hello')), "\n";
var_dump(gzuncompress(gzcompress('again')), gzinflate(gzdeflate('again')), @gzuncompress('nonsense'), gzuncompress(gzcompress('again')));
--EXPECT--
789ccb48cdc9c957c84090003a2e067d 789ccb48cdc9c957c84090003a2e067d
string(5) "again"
string(5) "again"
bool(false)
string(5) "again"
