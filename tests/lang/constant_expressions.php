<?php

const A = 1 + 2 * 3;
const B = A . 'str' . PHP_EOL;
const C = [A => 'x', 'k' => [1, 2], ...[7, 8]];
const D = C['k'][1] ?? 'none';
const E = A > 5 ? 'big' : 'small';
const F = !true || (A <=> 7) === 0;
const G = 1 << 3 | 1;
const H = -A ** 2;
const I = 'a' . 1.5 . true . null;
const J = NAN;
echo A, B, json_encode(C), D, E, var_export(F, true), G, H, I, J, "\n";
enum Size: int
{
    case S = 1 << 1;
    case L = self::S->value * 10;
    const DEFAULT = self::L;
    const LIST = [self::S, self::L];
    const NAMES = [self::S->name => self::S->value];
}
echo Size::L->value, json_encode([Size::LIST, Size::NAMES]), "\n";
class X
{
    const P = self::Q . 'p';
    const Q = Y::R;
    public $list = [self::P, Y::class, __CLASS__, 'n' => Size::S, PHP_INT_MAX + 1];
    public ?array $z = ['a' => ['b' => self::Q]] + ['c' => 1];
    public static $s = [1, 2][0] + 5;

    public function m($x = self::P . '!', $y = new ArrayObject([1]), $z = [Size::S->name], $w = E_ALL & ~E_NOTICE, Size $q = Size::DEFAULT)
    {
        return $x . count($y) . json_encode($z) . $w . $q->name;
    }
}
class Y
{
    const R = 'r';
}
echo json_encode(new X()), X::$s, (new X())->m(), "\n";
static $st = new ArrayObject(['static']);
echo $st[0], "\n";
class Cycle
{
    const A = self::B;
    const B = self::A;
}
class Bad
{
    const DIV = 1 % 0;
    const UNDEF = NOT_DEFINED;
    const TYPE = [] + 1;
}
foreach ([fn () => Cycle::A, fn () => Bad::DIV, fn () => Bad::UNDEF, fn () => Bad::TYPE, fn () => Y::NONE] as $try) {
    try {
        var_dump($try());
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
function defaults($a = A * 2, $b = C['k'], $c = Y::R . D)
{
    return json_encode(func_get_args()) . $a . json_encode($b) . $c;
}
echo defaults(), defaults(1), "\n";
interface HasConst
{
    const V = 'interface';
}
class Impl implements HasConst
{
    const W = self::V . static_part;
}
const static_part = '/late';
echo Impl::W, "\n";
