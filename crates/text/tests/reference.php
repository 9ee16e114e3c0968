<?php
// Writes the table that reference.rs checks: a call and the reference's answer on each line.
//   php -n reference.php [cases for each function] [seed] > reference.tsv
require __DIR__ . '/../../numeric/tests/table/table.php';

function word(): string
{
    return mt_rand(0, 3) ? text('ABCDEGHIKMNOPSTWXYZabcdeghikmnopstwxyz', 9) : pick(['', '', 'SCH', 'TH', 'GH', 'GN', 'AE', 'TCH']) . text('CGHSTIAOXKNWMBPDEYU RL1\'J', 8);
}

function format(): string
{
    $format = pick(['', '', 'a%%', "x"]) . '%' . pick(['', '', '', '', '1$', '2$', '0$']) . pick(['', '', '-', '+', '0', ' ', "'*", "-'x", '+0', '-0', '-+', "'"])
        . pick(['', '', '', '5', '12', '30', '2147483648', '*', '*2$']) . pick(['', '', '.', '.0', '.1', '.2', '.3', '.5', '.15', '.17', '.40', '.60', '.*', '.*3$'])
        . pick(['', '', '', '', 'l']) . pick('bcdeEfFgGhHosuxXdfeGsq%') . pick(['', '!', '%']);
    // A padding character may turn the width that is too large into one that is merely huge.
    return str_contains($format, "'2") ? format() : $format . (mt_rand(0, 3) ? '' : format());
}

for ($case = 0; $case < $cases; $case++) {
    $alphabet = pick(['ab', "0123 a", "019aA .-", "00 \t\n1x", 'abcdefgh']);
    [$x, $y] = [text($alphabet, 9), text($alphabet, 9)];
    if (mt_rand(0, 1)) {
        $y = substr($x, 0, mt_rand(0, 9)) . $y;
    }
    row('strnatcmp', [$x, $y], strnatcmp($x, $y));
    row('strnatcasecmp', [$x, $y], strnatcasecmp($x, $y));
    $similar = similar_text($x, $y, $percent);
    row('similar_text', [$x, $y], $similar, $percent);
    $costs = [mt_rand(0, 4), mt_rand(0, 4), mt_rand(0, 4)];
    row('levenshtein', [$x, $y, ...$costs], levenshtein($x, $y, ...$costs));
    foreach ([word(), word(), word()] as $w) {
        row('soundex', [$w], soundex($w));
        $phonemes = pick([0, 0, 0, 0, 1, 2, 3]);
        row('metaphone', [$w, $phonemes], metaphone($w, $phonemes));
    }

    $format = format();
    $value = pick([any_float(), any_int(), $x, mt_rand(-300, 300), mt_rand(-3000, 3000) / 16]);
    if (is_int($value) && str_contains($format, '*')) {
        $value = pick([mt_rand(-3, 100), PHP_INT_MAX, 2147483648, PHP_INT_MIN]);
    }
    $values = [$value, mt_rand(-2, 20), mt_rand(-2, 60), 1.5];
    shuffle($values);
    $values = array_slice($values, 0, mt_rand(0, 4));
    row('sprintf', [$format, ...$values], attempt(fn () => sprintf($format, ...$values)));
}
