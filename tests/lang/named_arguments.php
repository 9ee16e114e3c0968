<?php

function f(int $a, int $b = 2, int ...$rest)
{
    echo "$a $b ", json_encode($rest), "\n";
}
f(b: 5, a: 1);
f(1, b: 3);
f(1, 2, 3, x: 4, y: 5);
f(...['b' => 7, 'a' => 8]);
f(...[1, 2], ...['z' => 9]);
f(a: 1);
echo json_encode(array_slice(array: [1, 2, 3, 4], offset: 1, preserve_keys: true, length: 2)), "\n";
echo str_pad(string: 'x', length: 5, pad_type: STR_PAD_BOTH, pad_string: '-'), "\n";

class P
{
    public function __construct(public int $x = 0, public int $y = 0, public ?string $name = null)
    {
    }
}
var_dump(new P(y: 4, name: 'n'));
$tries = [
    fn () => f(1, a: 2),
    fn () => f(b: 2),
    fn () => strlen(str: 'x'),
    fn () => new P(z: 1),
    fn () => call_user_func('f', b: 4, a: 3),
    fn () => call_user_func_array('f', ['b' => 4, 'a' => 3, 'q' => 1]),
    fn () => htmlspecialchars('<a>', double_encode: false),
    fn () => json_encode(value: [1], flags: JSON_PRETTY_PRINT),
];
foreach ($tries as $try) {
    try {
        var_dump($try());
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
function g()
{
    var_dump(func_get_args());
}
try {
    g(a: 1);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
class M
{
    public function __call($n, $a)
    {
        var_dump($n, $a);
    }
}
(new M())->go(1, two: 2);
