<?php

set_include_path('.');
$a = [1];
$s = 'str';
$n = null;
$i = 5;
$o = new stdClass();
$tests = [
    fn () => $a['x'],
    fn () => $a[7],
    fn () => $n['x'],
    fn () => $i['x'],
    fn () => $s[10],
    fn () => $s['1x'],
    fn () => $s['x'],
    fn () => $s[1.7],
    fn () => $s[true],
    fn () => $o->none,
    fn () => $n->prop,
    fn () => $i->prop,
    fn () => "$a",
    fn () => (string) $a,
    fn () => $a . '',
    fn () => '5 apples' + 1,
    fn () => 'abc' + 1,
    fn () => (int) '12abc',
    fn () => [] == 0,
    fn () => $undefinedVar . 'x',
    fn () => $$s,
    fn () => constant('NOPE'),
    fn () => array_fill(0, -1, 0),
    fn () => str_repeat('x', -1),
    fn () => hex2bin('abc'),
    fn () => unserialize('garbage'),
    fn () => (function () { return func_get_arg(3); })(),
    fn () => implode(',', [1, [2], 3]),
    fn () => array_sum([1, [2], 'x', '3 apples']),
    fn () => range(1, 2, 5),
    fn () => intdiv(1.5, 1),
    fn () => chr(300) . chr(-1),
    fn () => 1.5 % 2,
    fn () => 7.9 | 0,
    fn () => $a[1.5] ?? 'none',
    fn () => [1.7 => 'x', true => 'y', null => 'z', '08' => 'w', '8' => 'v'],
    fn () => strlen(null),
    fn () => str_replace('a', null, 'abc'),
    fn () => htmlspecialchars(5),
    fn () => number_format('abc'),
    fn () => array_key_exists(null, ['' => 1]),
    fn () => file_get_contents('/nonexistent/file'),
    fn () => include 'nonexistent.php',
    fn () => fopen('/nonexistent/file', 'r'),
    fn () => json_decode('{', false, 0),
    fn () => mktime(),
    fn () => (fn (int $x) => $x)('5'),
    fn () => (fn (int $x) => $x)('5x'),
    fn () => (fn (int $x) => $x)(5.5),
    fn () => (fn (string $x) => $x)([]),
    fn () => (fn (): int => 'x')(),
    fn () => iterator_to_array(5),
    fn () => new DateTimeZone('Nowhere/Land'),
    fn () => array_walk($n, fn () => 1),
    fn () => $i[] = 1,
    fn () => $s[] = 'x',
    fn () => $s['foo'] = 'x',
    fn () => $s[0][0] = 'x',
    fn () => $o[] = 1,
    fn () => clone $i,
    fn () => new $s(),
    fn () => $s(),
    fn () => $o(),
    fn () => [$o, 'none'](),
    fn () => 'A::b'(),
    fn () => $o->method(),
    fn () => $i->method(),
    fn () => stdClass::none(),
    fn () => stdClass::$none,
    fn () => throw new Exception(),
    fn () => [...$o],
    fn () => $o + 1,
    fn () => -$a,
    fn () => ~$a,
    fn () => ~'abc',
    fn () => $a <=> 5,
    fn () => (bool) $o,
    fn () => (int) $o,
    fn () => (float) $o,
    fn () => !$a,
    fn () => isset($a[0][0][0]),
    fn () => foreachable(5),
    fn () => $a[$o],
    fn () => $a[[]],
    fn () => isset($a[$o]),
    fn () => @$a['silent'],
];
function foreachable($x)
{
    foreach ($x as $y) {
    }
}
foreach ($tests as $k => $test) {
    echo "#$k ";
    try {
        echo str_replace("\n", '\n', var_export($test(), true)), "\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
