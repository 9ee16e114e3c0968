<?php
// Makes converters.bin from the converters that a PHP with ICU has:
//   php converters.php FOLDER
// Read by src/converter/table.rs: for each its name, type, substitute, other names (with the converter that such a name
// means, and whether ICU calls it ambiguous), and for those of one byte a character what the 256 bytes are. Of the others
// there are those that our own tables know. Numbers are in seven-bit groups, the lowest first.

const OTHERS = ['UTF-8', 'UTF-16', 'UTF-16BE', 'UTF-16LE', 'UTF-32', 'UTF-32BE', 'UTF-32LE', 'UTF-7', 'CESU-8', 'gb18030-2022',
    'ibm-943_P15A-2003', 'euc-jp-2007', 'windows-950-2000', 'ibm-970_P110_P110-2006_U2', 'windows-936-2000',
    'ISO_2022,locale=ja,version=0', 'ibm-1383_P110-1999', 'ibm-1375_P100-2008'];
function number(int $n): string {
    for ($s = ''; $n > 127; $n >>= 7) { $s .= chr($n & 127 | 128); }
    return $s . chr($n);
}
function text(string $s): string { return number(strlen($s)) . $s; }
$warned = false;
set_error_handler(function () use (&$warned) { $warned = true; });
$out = ''; $count = 0;
foreach (UConverter::getAvailable() as $name) {
    $converter = new UConverter('UTF-8', $name);
    $type = $converter->getSourceType();
    $single = in_array($type, [UConverter::SBCS, UConverter::LATIN_1, UConverter::US_ASCII]);
    if (!$single && !in_array($name, OTHERS)) { continue; }
    $count++;
    $names = '';
    $aliases = UConverter::getAliases($name);
    foreach ($aliases as $alias) {
        $warned = false;
        $means = (new UConverter('UTF-8', $alias))->getSourceEncoding();
        $names .= text($alias) . text($means === $name ? '' : $means) . chr($warned ? 1 : 0);
    }
    $out .= text($name) . number($type) . text((new UConverter('UTF-8', $name))->getSubstChars()) . number(count($aliases)) . $names;
    $out .= chr($single ? 1 : 0);
    for ($i = 0; $single && $i < 256; $i++) {
        $c = UConverter::transcode(chr($i), 'UTF-32BE', $name);
        // What means nothing is a number that is no character's.
        $c = unpack('N', $c)[1];
        $out .= number($c === 0xfffd ? 0x110000 : $c);
    }
}
$out = number($count) . $out;
file_put_contents("$argv[1]/converters.bin", gzcompress($out, 9));
fprintf(STDERR, "%d converters, %d of %d\n", $count, strlen(gzcompress($out, 9)), strlen($out));
