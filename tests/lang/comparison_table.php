<?php

$values = [0, 1, -1, '0', '1', '', ' ', 'a', '0.0', '1e0', null, true, false, [], [0], [1], 1.0, 0.0, 'null', '-1'];
$name = fn ($v) => json_encode($v);
foreach ($values as $a) {
    echo str_pad($name($a), 7);
    foreach ($values as $b) {
        echo ' ', $a == $b ? '=' : '.', $a === $b ? '=' : '.', $a < $b ? '<' : '.', str_pad((string) ($a <=> $b), 2, ' ', STR_PAD_LEFT);
    }
    echo "\n";
}
var_dump('abc' == 0, '1' == '01', '10' == '1e1', 100 == '1e2', 'abc' == 'ABC', null == false, [] == false, '0' == false, '' == null, 'a' == null, null < -1, 'abc' < 'abd', [1, 2] == [2 => 1], [1, 2, 3] > [1, 2], ['a' => 1] == ['a' => '1'], '1.0' === '1', INF == 'INF', '9223372036854775807' == '9223372036854775808', '123abc' == 123, "abc\0" == 'abc');
var_dump([1, 2] <=> [1, 3], ['a' => 1, 'b' => 2] <=> ['a' => 1, 'c' => 3], [1, 2] <=> [1], [] <=> null, 'Z' <=> 'a', true <=> false, 1.5 <=> 1.5, '2' <=> '10', '2a' <=> '10a');
var_dump(true && print('x'), false || null, true xor true, !'0', !'0.0', true and false, (bool) '0', (bool) 'false', (bool) 0.0, (bool) [], (bool) [0], (bool) new stdClass(), (bool) NAN);
$r = true and false;
var_dump($r);
