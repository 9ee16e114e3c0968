<?php

declare(strict_types=1);

function f(int $x): string
{
    return "int $x";
}
function g(float $x): float
{
    return $x;
}
function h(): int
{
    return '5';
}
foreach ([fn () => f(5), fn () => f('5'), fn () => f(5.0), fn () => f(true), fn () => g(5), fn () => g('5'), fn () => h(), fn () => strlen(5), fn () => round('5'), fn () => str_repeat('x', '3'), fn () => array_map(fn (int $x) => $x, ['5']), fn () => usort($GLOBALS['list'], fn (int $a, string $b) => 0)] as $n => $try) {
    try {
        var_dump($try());
    } catch (TypeError $e) {
        echo preg_replace('~, called in .*~', '', $e->getMessage()), "\n";
    }
}
class T
{
    public int $i = 0;
    public ?float $f = 1;
}
$t = new T();
try {
    $t->i = '7';
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
$t->f = 5;
var_dump($t->f);
echo implode(',', array_map('strtoupper', ['a', 'b'])), "\n";
echo 5 . '5', '5' + 5, "\n";
