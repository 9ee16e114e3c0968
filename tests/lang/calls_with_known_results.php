<?php
// Calls of calls, casts and operators whose results are known when the file is compiled, and those that only look so.
namespace {
    function show(...$values) { foreach ($values as $v) { echo var_export($v, true), ' '; } echo "\n"; }
    show(lcfirst(str_replace(' ', '', ucwords(str_replace(['_', '-'], ' ', 'some_snake-case name')))));
    show((int)'123' + intval('45abc') + (float)'1.5', (int)'x', (int)' 12 ', (int)'1e3', (int)1e30, (int)NAN, (int)true, (int)null, (float)'1.5e3abc', (float)7, (float)'.5', (string)5, (string)false, (string)null, (string)-0);
    show((bool)'0', (bool)'0.0', (array)'a', (int)'0x1A', (int)'9223372036854775808', (float)'1e400', (string)1.0, (string)0.1, (string)1e25);
    ini_set('precision', '5'); show((string)3.14159265, strval(2.718281828)); ini_set('precision', '14');
    show(array_intersect_key(['a' => 1, 'b' => 2], array_flip(['a', 'c'])), implode(',', array_map('strtoupper', ['a'])), str_repeat(strrev('ab'), intdiv(7, 2)), max(array_merge([1, 2], [abs(-5)])), strlen(trim('  x ')), count(explode(',', 'a,b,c')));
    show(strtoupper('a') . strtolower('B'), strtoupper('a') === 'A', strlen('abc') + 1, ord('a') <=> ord('b'), chr(65) . chr(66), -abs(-3), !in_array(1, [1]), intdiv(7, 2) ** 2, abs(-3) % 2, strtolower('A') == 'a' ? 'yes' : 'no');
    try { show(intdiv(1, 0)); } catch (\DivisionByZeroError $e) { show($e->getMessage()); }
    try { show(abs(-1) % strlen('')); } catch (\DivisionByZeroError $e) { show($e->getMessage(), $e->getLine()); }
    try { show(strtoupper(str_repeat('x', -1))); } catch (\ValueError $e) { show($e->getMessage(), $e->getLine()); }
    try { show(implode(',', strrev('ab'))); } catch (\TypeError $e) { show($e->getMessage()); }
    set_error_handler(function ($n, $m) { echo "($m) "; return true; });
    show(strtoupper(implode(',', [[1]])), abs(-2) . [1]);
}
namespace Own {
    function strtoupper($s) { return "own $s"; }
    function ucwords($s) { return "late $s"; }
    \show(strtoupper('a'), \strtoupper('a'), strtoupper(strrev('ab')), trim(ucwords('x')), strrev(strtoupper('a')));
    if (\strlen('a') === 1) { function strrev($s) { return 'conditional ' . \strrev($s); } }
    \show(strrev('ab'), \strtolower(strrev('AB')));
}
namespace {
    // Lists behind other arguments.
    $list = [3, 4]; $o = [1, 2]; array_push($o, ...$list); array_push($o, 5, ...$list, ...[6]); show($o);
    $x = 1; $r = [&$x, 2]; array_push($o, ...$r); $x = 9; show(end($o), count($o), prev($o));
    function by_ref($a, &$b, &...$rest) { $b++; foreach ($rest as &$v) $v++; } $args = [1, 2, 3]; $first = 0; by_ref($first, ...$args); show($args);
    function all(...$a) { return $a; } show(all(1, ...[2, 3], ...[], ...['k' => 4]), all(...[1], ...[2]), max(1, ...[5, 2]), sprintf('%s-%s-%s', 'a', ...['b', 'c']));
    try { show(all(...['k' => 1], ...[2])); } catch (\Error $e) { show($e->getMessage()); }
    class M { function __call($n, $a) { return [$n, $a]; } static function __callStatic($n, $a) { return [$n, $a]; } } show((new M)->m(1, ...[2, 3]), M::s(0, ...[1]));
    $big = range(1, 300); show(array_sum(all(0, ...$big)), max(0, ...$big)); $sparse = [5 => 'a', 9 => 'b']; show(all('z', ...$sparse));
    try { show(strlen('a', ...[1, 2])); } catch (\ArgumentCountError $e) { show($e->getMessage()); }
}
