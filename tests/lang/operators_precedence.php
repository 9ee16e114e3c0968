<?php

var_dump(1 + 2 . '3');
var_dump(-2 ** 2, (-2) ** 2, 2 ** 3 ** 2, !true || true, !(true || true), -3 % 2);
var_dump(1 < 2 == true, (1 <=> 2) == -1, 5 & 3 == 3, (5 & 3) == 1, true ? 'a' : 'b' . 'c');
var_dump(false xor true && true, null ?? 1 + 1, (null ?? 1) + 1, 1 ?: 2 + 3);
$a = 5;
var_dump($a++ + $a, $a-- - $a, ++$a * 2, -$a ** 2, @$undef + 1, !$a instanceof stdClass);
var_dump((int) '5' + 1, (string) 5 . 1, (bool) 'a' && false, -(int) '3', (int) 1.9 + 0.5, (array) 'a' + [1, 2]);
var_dump('sum: ' . 1 + 2 . '3' === 'x');
