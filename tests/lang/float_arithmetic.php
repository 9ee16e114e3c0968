<?php

var_dump(0.1 + 0.2 == 0.3, abs(0.1 + 0.2 - 0.3) < PHP_FLOAT_EPSILON);
var_dump(10 % 3, -10 % 3, 10 % -3, fmod(10.5, 3), fmod(-10.5, 3), fdiv(1, 0), fdiv(-1, 0), fdiv(0, 0));
var_dump(round(2.5), round(-2.5), round(3.5), round(1.955, 2), round(5.055, 2), round(1234567.891, -3), round(5.5, 0, PHP_ROUND_HALF_EVEN), round(6.5, 0, PHP_ROUND_HALF_EVEN), round(-1.5, 0, PHP_ROUND_HALF_ODD), round(2.5, 0, PHP_ROUND_HALF_DOWN));
var_dump(floor(-1.5), ceil(-1.5), floor(5), intdiv(-7, 2), (int) -1.9, (int) 1e19, (int) NAN, (int) '1e3', (int) INF);
var_dump(7 / 2, 6 / 3, 2 ** 3, 2 ** -1, 2 ** 0.5, 2 ** 63, 2 ** 62, (-2) ** 3, -2 ** 2, 0 ** 0);
var_dump(NAN == NAN, NAN === NAN, NAN <=> 1, INF == INF, INF <=> -INF, 0.0 == -0.0, 0.0 === -0.0);
var_dump(is_nan(sqrt(-1)), is_infinite(log(0)), max(NAN, 1), max(1, NAN), min(1, '0.5', -1.5));
var_dump(1.5 + 1.5, 1.5 . '', '1.5' + 1, 1e3 === 1000.0, 1e3 == 1000, '1e3' == '1000', 0.1 + 0.7, (0.1 + 0.7) * 10, (int) ((0.1 + 0.7) * 10));
var_dump(PHP_INT_MAX + 1, PHP_INT_MAX == (float) PHP_INT_MAX, 9007199254740993 == 9007199254740992.0, PHP_INT_MAX <=> 9.3e18);
var_dump(number_format(1234567.891, 2), number_format(0.5), number_format(-1234.567, 2, ',', '.'), number_format(-0.4), number_format(1e15, 0, '', ' '));
var_dump(1 <=> 2.5, 'a' <=> 1.5, base_convert('ff', 16, 2), bindec('1111'), hexdec('ff'), octdec('777'), decbin(-1), dechex(255));
var_dump(pi(), M_E, exp(1), log(8, 2), log10(1000), sin(1), atan2(1, 2), hypot(3, 4), deg2rad(180), log1p(1e-10), expm1(1e-10));
