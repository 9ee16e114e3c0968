<?php

foreach ([0, 1, -1, 1.9, -1.9, '0', '', 'abc', '12abc', ' 12 ', '1.9', '1e2', '.5', '0x1A', true, false, null, [], [0], new stdClass()] as $v) {
    echo str_pad(is_object($v) ? 'object' : json_encode($v), 10);
    echo json_encode([(bool) $v, is_object($v) ? null : (int) $v, is_object($v) ? null : (float) $v, is_object($v) || is_array($v) ? null : (string) $v, (array) $v]), "\n";
}
var_dump((object) ['a' => 1, 5 => 2], (object) null, (object) 'x', (array) (object) ['a' => 1], (array) 1.5);
var_dump(intval('12', 5), intval('z', 36), floatval('1.5abc'), boolval('false'), strval(1.5));
$x = '123';
settype($x, 'integer');
var_dump($x);
settype($x, 'array');
var_dump($x);
settype($x, 'null');
var_dump($x);
var_dump(gettype(1), gettype(1.0), gettype('s'), gettype(true), gettype([]), gettype(null), gettype(new stdClass()), gettype(STDIN), get_debug_type(1), get_debug_type(1.5), get_debug_type('x'), get_debug_type(false), get_debug_type(null), get_debug_type([]), get_debug_type(new ArrayObject()), get_debug_type(fn () => 1), get_debug_type(new class {}), get_debug_type(STDIN));
var_dump(is_int(5), is_float(5.0), is_string(''), is_bool(0), is_array([]), is_object(new stdClass()), is_null(null), is_callable('strlen'), is_iterable([1]), is_countable([]), is_scalar(1.5), is_resource(STDIN), is_numeric('5e3'), is_a('x', 'y'));
$f = fopen('php://memory', 'r');
fclose($f);
var_dump(gettype($f), get_debug_type($f), is_resource($f), (int) $f > 0);
var_dump((int) '  42', (int) "42\n", '42 ' == 42, "\n42" == 42, '42abc' == 42, (float) 'INF', (int) 1e1000, 0 == 'foo', null == 0, '1' + '1', '1.5' + 1, 0.1 + '0.2');
