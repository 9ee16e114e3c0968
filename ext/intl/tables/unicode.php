<?php
// Makes unicode.bin and names.bin from what a PHP with ICU says of every code point:
//   php unicode.php FOLDER
// The format is read by src/char/tables.rs. A table is a number, a count, and that many runs: how far behind the one
// before it begins, and the value as the difference to the one before it, folded so that small negative ones are small.
// Numbers are in seven-bit groups, the lowest first.

ini_set('memory_limit', '2G');
$folder = $argv[1];
function number(int $n): string {
    for ($s = ''; $n > 127; $n >>= 7) { $s .= chr($n & 127 | 128); }
    return $s . chr($n);
}
function folded(int $n): string { return number($n < 0 ? -2 * $n - 1 : 2 * $n); }
function text(string $s): string { return number(strlen($s)) . $s; }
function table(int $id, callable $value): string {
    $runs = ''; $count = 0; $last = 0; $from = 0;
    for ($c = 0; $c <= 0x10ffff; $c++) {
        $v = (int) $value($c);
        if ($v === $last) { continue; }
        $runs .= number($c - $from) . folded($v - $last);
        [$last, $from] = [$v, $c]; $count++;
    }
    return number($id) . number($count) . $runs;
}

$tables = []; $names = ''; $count = 0;
$properties = [];
foreach ([[0, 0x80], [0x1000, 0x1030], [0x2000, 0x2001], [0x3000, 0x3001], [0x4000, 0x4020], [0x7000, 0x7001]] as [$a, $b]) {
    for ($p = $a; $p < $b; $p++) {
        $all = [];
        for ($choice = 0; $choice < 12; $choice++) { $all[] = IntlChar::getPropertyName($p, $choice); }
        while ($all && end($all) === false) { array_pop($all); }
        if (!$all) { continue; }
        $properties[] = $p;
        $values = ''; $n = 0;
        $min = IntlChar::getIntPropertyMinValue($p); $max = IntlChar::getIntPropertyMaxValue($p);
        $candidates = $p < 0x2000 ? range($min, max($max, $p === 0x1002 ? 255 : 0)) : ($p === 0x2000 ? masks() : []);
        foreach ($candidates as $v) {
            $spellings = [];
            for ($choice = 0; $choice < 12; $choice++) { $spellings[] = IntlChar::getPropertyValueName($p, $v, $choice); }
            while ($spellings && end($spellings) === false) { array_pop($spellings); }
            if (!$spellings) { continue; }
            $n++;
            $values .= number($v) . number(count($spellings));
            foreach ($spellings as $s) { $values .= text((string) $s); }
        }
        $names .= number($p) . number($min + 1) . number($max + 1) . number(count($all));
        foreach ($all as $s) { $names .= text((string) $s); }
        $names .= number($n) . $values;
        $count++;
    }
}
function masks(): array {
    $all = [];
    for ($i = 0; $i < 30; $i++) { $all[] = 1 << $i; }
    // Groups: cased letters, letters, marks, numbers, others, punctuation, symbols, separators.
    foreach ([[1, 2, 3], [1, 2, 3, 4, 5], [6, 7, 8], [9, 10, 11], [0, 15, 16, 17, 18], [19, 20, 21, 22, 23, 28, 29], [24, 25, 26, 27], [12, 13, 14]] as $bits) {
        $all[] = array_sum(array_map(fn($b) => 1 << $b, $bits));
    }
    return $all;
}
$out = number($count) . $names;

foreach ($properties as $p) {
    if ($p < 0x1000) { $tables[] = table($p, fn($c) => IntlChar::hasBinaryProperty($c, $p)); }
    elseif ($p < 0x2000) { $tables[] = table($p, fn($c) => IntlChar::getIntPropertyValue($c, $p)); }
}
$is = ['isalnum', 'isalpha', 'isbase', 'isblank', 'iscntrl', 'isdefined', 'isdigit', 'isgraph', 'isIDIgnorable', 'isIDPart',
    'isIDStart', 'isISOControl', 'isJavaIDPart', 'isJavaIDStart', 'isJavaSpaceChar', 'islower', 'isMirrored', 'isprint',
    'ispunct', 'isspace', 'istitle', 'isupper', 'isWhitespace', 'isxdigit'];
foreach ($is as $i => $name) { $tables[] = table(0x8000 + $i, fn($c) => IntlChar::$name($c)); }
$tables[] = table(0x8100, function ($c) { [$a, $b, $d, $e] = IntlChar::charAge($c); return $a << 24 | $b << 16 | $d << 8 | $e; });
$tables[] = table(0x8101, fn($c) => IntlChar::charDigitValue($c));
$tables[] = table(0x8102, fn($c) => IntlChar::charMirror($c) - $c);
$tables[] = table(0x8103, fn($c) => IntlChar::foldCase($c) - $c);
$tables[] = table(0x8104, fn($c) => IntlChar::foldCase($c, IntlChar::FOLD_CASE_EXCLUDE_SPECIAL_I) - $c);
$tables[] = table(0x8105, fn($c) => IntlChar::getBidiPairedBracket($c) - $c);
$tables[] = table(0x8106, fn($c) => IntlChar::tolower($c) - $c);
$tables[] = table(0x8107, fn($c) => IntlChar::totitle($c) - $c);
$tables[] = table(0x8108, fn($c) => IntlChar::toupper($c) - $c);
$tables[] = table(0x8109, fn($c) => IntlChar::digit($c, 36) === false ? 0 : IntlChar::digit($c, 36) + 1);
// Numbers are in a list, from one on.
$list = [];
$tables[] = table(0x810a, function ($c) use (&$list) {
    $v = IntlChar::getNumericValue($c);
    if ($v === (float) IntlChar::NO_NUMERIC_VALUE) { return 0; }
    $key = var_export($v, true);
    $list[$key] ??= count($list) + 1;
    return $list[$key];
});
$out .= number(count($tables)) . implode('', $tables);
$out .= number(count($list));
foreach ($list as $key => $_) { $out .= pack('e', (float) $key); }
// The closure of case folding and normalization.
$closure = ''; $n = 0; $from = 0;
for ($c = 0; $c <= 0x10ffff; $c++) {
    if ($c >= 0xd800 && $c < 0xe000) { continue; }
    $s = IntlChar::getFC_NFKC_Closure($c);
    if ($s === '' || $s === false || $s === null) { continue; }
    $closure .= number($c - $from) . text($s); $from = $c; $n++;
}
$out .= number($n) . $closure;
file_put_contents("$folder/unicode.bin", gzcompress($out, 9));
fprintf(STDERR, "unicode %d of %d\n", strlen(gzcompress($out, 9)), strlen($out));

// Names: those that are not made of the number. Words are numbers of a list, the most frequent first.
$entries = []; $words = [];
foreach ([IntlChar::UNICODE_CHAR_NAME, IntlChar::CHAR_NAME_ALIAS] as $kind) {
    for ($c = 0; $c <= 0x10ffff; $c++) {
        $name = IntlChar::charName($c, $kind);
        if ($name === null || $name === '' || str_ends_with($name, sprintf('-%04X', $c)) || $c >= 0xac00 && $c <= 0xd7a3) { continue; }
        $entries[$kind][$c] = $name;
        foreach (explode(' ', $name) as $w) { $words[$w] = ($words[$w] ?? 0) + 1; }
    }
}
// Prefixes of names made of the number, by range.
$made = []; $last = null;
for ($c = 0; $c <= 0x10ffff; $c++) {
    $name = (string) IntlChar::charName($c);
    $prefix = str_ends_with($name, sprintf('-%04X', $c)) ? substr($name, 0, -strlen(sprintf('%04X', $c))) : '';
    if ($prefix !== $last) { $made[] = [$c, $prefix]; $last = $prefix; }
}
arsort($words);
$index = array_flip(array_keys($words));
$out = number(count($made));
foreach ($made as [$c, $prefix]) { $out .= number($c) . text($prefix); }
$out .= number(count($index));
foreach ($index as $w => $_) { $out .= text((string) $w); }
foreach ($entries as $kind => $all) {
    $out .= number(count($all)); $from = 0;
    foreach ($all as $c => $name) {
        $parts = explode(' ', $name);
        $out .= number($c - $from) . number(count($parts));
        foreach ($parts as $w) { $out .= number($index[$w]); }
        $from = $c;
    }
}
file_put_contents("$folder/names.bin", gzcompress($out, 9));
fprintf(STDERR, "names %d of %d\n", strlen(gzcompress($out, 9)), strlen($out));
