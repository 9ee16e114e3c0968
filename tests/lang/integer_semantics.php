<?php

var_dump(PHP_INT_MAX, PHP_INT_MIN, PHP_INT_MAX + 1, PHP_INT_MIN - 1, -PHP_INT_MIN, PHP_INT_MAX * 2, PHP_INT_MAX + 1 - 1);
var_dump(0x7FFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF, 0b101, 0o17, 017, 1_000_000, 9223372036854775808, -9223372036854775808);
var_dump(5 & 3, 5 | 3, 5 ^ 3, ~5, 1 << 3, -8 >> 1, 1 << 63, 1 << 64, -1 >> 64, 'a' & 'b', 'ab' ^ '  ', 'a' | 'bc', ~'a' === chr(~97 & 255));
var_dump('12' & 10, '0x1A' == 26, '0b11' == 3, '1_000' == 1000, 0.5 | 0, '5' . 5 + 1);
$i = 5;
echo $i++ + ++$i, ' ', $i, ' ', $i-- - --$i, ' ', $i, "\n";
$a = [0, 0, 0];
$j = 0;
$a[$j++] = $j++;
echo json_encode($a), $j, "\n";
$x = 10;
$x += 5 * 2;
$x -= 1;
$x *= 2;
$x /= 4;
$x **= 2;
$x %= 7;
$x .= 'str';
var_dump($x);
$y = 6;
$y <<= 2;
$y |= 1;
$y &= 0x1D;
$y ^= 3;
$y >>= 1;
var_dump($y);
var_dump((int) '9223372036854775808', (int) 9.3e18, intval('0x1A', 16), intval('0x1A', 0), intval('012', 0), intval('101', 2), intval(42.99), intval('42abc'), intval(null), intval([]), intval([0]));
var_dump(is_numeric('1e5'), is_numeric(' 1'), is_numeric('1 '), is_numeric('0x1A'), is_numeric('.5'), is_numeric('5.'), is_numeric('.'), is_numeric(''), is_numeric('-'), is_numeric('+1.5e-3'));
try {
    var_dump(1 << -1);
} catch (ArithmeticError $e) {
    echo $e->getMessage(), "\n";
}
try {
    var_dump(PHP_INT_MIN % -1, intdiv(PHP_INT_MIN, -1));
} catch (ArithmeticError $e) {
    echo $e->getMessage(), "\n";
}
$n = PHP_INT_MAX;
$n++;
var_dump($n);
$m = PHP_INT_MIN;
$m--;
var_dump($m);
for ($k = PHP_INT_MAX - 2, $c = 0; $k <= PHP_INT_MAX && $c < 5; $k++, $c++) {
    var_dump($k);
}
var_dump(array_sum([PHP_INT_MAX, 1]), array_product(['2', 3.0]), abs(PHP_INT_MIN), PHP_INT_MAX % 2, -7 % 3, 7 <=> 7.0);
