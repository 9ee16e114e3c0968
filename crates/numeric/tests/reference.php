<?php
// Writes the table that reference.rs checks: a call and the reference's answer on each line.
//   php -n reference.php [cases for each function] [seed] > reference.tsv
require __DIR__ . '/table/table.php';

function digits(): string
{
    return pick(['', '0', text('0123456789', 4), text('0123456789', 12), text('0123456789', 25), '9223372036854775807',
        '9223372036854775808', '9223372036854775809', '18446744073709551616', '000' . text('0123456789', 20)]);
}

function numeric_text(): string
{
    if (mt_rand(0, 9) === 0) {
        return text("0123456789.eE+- \n", 8);
    }
    return pick(['', '', '', ' ', "\t\n", "\v\f\r", "\0"]) . pick(['', '', '-', '+', '--', '- ']) . digits()
        . pick(['', '', '', '.', '.' . digits(), '.5', '..5']) . pick(['', '', '', 'e', 'e5', 'E-3', 'e+', 'e400', 'e-400', 'e' . digits(), 'x1'])
        . pick(['', '', '', ' ', "\n \v", 'abc', ' 1', "\0", '.']);
}

$modes = RoundingMode::cases();
$constants = [RoundingMode::HalfAwayFromZero->name => 1, 'HalfTowardsZero' => 2, 'HalfEven' => 3, 'HalfOdd' => 4,
    'PositiveInfinity' => 5, 'NegativeInfinity' => 6, 'TowardsZero' => 7, 'AwayFromZero' => 8];
$increment = function ($s) { $s++; return $s; };
$decrement = function ($s) { $s--; return $s; };

for ($case = 0; $case < $cases; $case++) {
    $s = numeric_text();
    $t = mt_rand(0, 4) ? numeric_text() : $s . pick(['', ' ', '.0', '0', 'e-30']);
    row('is_numeric', [$s], is_numeric($s));
    row('add_zero', [$s], attempt(fn () => $s + 0));
    row('to_int', [$s], (int) $s);
    row('to_float', [$s], (float) $s);
    row('array_key', [$s], array_key_first([$s => 1]));
    $base = pick([0, 2, 3, 8, 10, 16, 36]);
    $coded = pick(['', ' ', '-', '+', ' -']) . pick(['', '0', '0x', '0b', '0o', '0X', '0b ', '0b-', '0b+0b', '0x-']) . text(pick(['01', '01234567', '0123456789abcdef', '0123456789abcdefghijklmnopqrstuvwxyzXYZ -.']), pick([3, 10, 70]));
    row('intval', [$coded, $base], intval($coded, $base));
    row('spaceship', [$s, $digits = digits()], $s <=> $digits);
    row('spaceship', [$s, $t], $s <=> $t);
    row('equal', [$s, $t], $s == $t);
    $u = mt_rand(0, 1) ? $s : text('azAZ09yY8-é', 6);
    row('increment', [$u], $increment($u));
    row('decrement', [$u], $decrement($u));

    $f = any_float();
    row('float_to_int', [$f], (int) $f);
    $precision = pick([-1, 0, 1, 2, 5, 10, 12, 13, 14, 14, 14, 15, 16, 17, 18, 25, 40]);
    ini_set('precision', $precision);
    row('float_text', [$f, $precision], (string) $f);
    row('var_export', [$f], var_export($f, true));
    $places = mt_rand(0, 9) ? mt_rand(-6, 18) : mt_rand(-330, 330);
    foreach ($modes as $mode) {
        row('round', [$f, $places, $constants[$mode->name]], round($f, $places, $mode));
    }
    $i = any_int();
    $near = mt_rand(0, 3) ? mt_rand(-4, 12) : mt_rand(-25, 40);
    row('number_format', [$f, $near, '.', ','], number_format($f, $near));
    row('number_format', [$i, $near, 'dec', ''], number_format($i, $near, 'dec', ''));
    row('int_text', [$i], (string) $i);
    row('round_int', [$i, $near, 1], round($i, $near));

    row('bindec', [$coded], bindec($coded));
    row('octdec', [$coded], octdec($coded));
    row('hexdec', [$coded], hexdec($coded));
    row('decbin', [$i], decbin($i));
    row('dechex', [$i], dechex($i));
    row('decoct', [$i], decoct($i));
    [$from, $to] = [mt_rand(2, 36), mt_rand(2, 36)];
    row('base_convert', [$coded, $from, $to], attempt(fn () => base_convert($coded, $from, $to)));

    [$a, $b] = [any_int(), pick([any_int(), mt_rand(-3, 70), 2, 0, -1])];
    row('pow', [$a, $b], $a ** $b);
    row('intdiv', [$a, $b], attempt(fn () => intdiv($a, $b)));
    row('mod', [$a, $b], attempt(fn () => $a % $b));
    row('mul', [$a, $b], $a * $b);
    $g = any_float();
    row('fmod', [$f, $g], fmod($f, $g));
}
