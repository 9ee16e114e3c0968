<?php
// Makes transforms.bin from the transform rules of CLDR that ICU ships:
//   php transforms.php FOLDER
// Read by src/transliterator/registry.rs: a list of names (source-target/variant), each with what it is and a text.

$bundle = new ResourceBundle('root', 'icudt' . explode('.', INTL_ICU_VERSION)[0] . 'l-translit');
function number(int $n): string {
    for ($s = ''; $n > 127; $n >>= 7) { $s .= chr($n & 127 | 128); }
    return $s . chr($n);
}
function text(string $s): string { return number(strlen($s)) . $s; }
$out = ''; $n = 0;
$texts = [];
foreach ($bundle['RuleBasedTransliteratorIDs'] as $name => $entry) {
    foreach ($entry as $kind => $value) {
        if ($kind === 'alias') { $out .= text($name) . chr(0) . text($value); }
        else { $out .= text($name) . chr($kind === 'internal' ? 1 : 2) . chr($value['direction'] === 'REVERSE' ? 1 : 0) . number($texts[squeezed($value['resource'])] ??= count($texts)); }
        $n++;
    }
}
function squeezed(string $rules): string {
    // Comments and empty lines say nothing to the program.
    $lines = [];
    foreach (preg_split('/\R/u', $rules) as $line) {
        $line = trim($line);
        if ($line !== '' && $line[0] !== '#') { $lines[] = $line; }
    }
    return implode("\n", $lines);
}
$out = number($n) . $out . number(count($texts));
foreach ($texts as $rules => $_) { $out .= text($rules); }
file_put_contents("$argv[1]/transforms.bin", gzcompress($out, 9));
fprintf(STDERR, "%d transforms, %d of %d\n", $n, strlen(gzcompress($out, 9)), strlen($out));
