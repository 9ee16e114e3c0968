<?php

function a($x)
{
    b($x, 'arg');
}
function b()
{
    debug_print_backtrace();
    foreach (debug_backtrace() as $frame) {
        echo $frame['class'] ?? '', $frame['type'] ?? '', $frame['function'], ':', $frame['line'] ?? '-', '(', count($frame['args'] ?? []), ") ";
    }
    echo count(debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, 1)), "\n";
}
class K
{
    public function m()
    {
        a([1, 2]);
    }

    public static function s()
    {
        (new self())->m();
    }

    public function __call($n, $a)
    {
        a('magic');
    }
}
K::s();
array_map(function ($v) {
    a($v);
}, ['mapped']);
(new K())->undefined(1);
$f = fn () => a(1.5);
$f();
function gen()
{
    a(null);
    yield 1;
}
gen()->current();
eval('a("evaluated");');
echo json_encode(array_column((new Exception())->getTrace(), 'function')), "\n";
