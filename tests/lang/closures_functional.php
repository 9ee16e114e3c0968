<?php

$compose = fn (callable ...$f) => fn ($x) => array_reduce($f, fn ($acc, $g) => $g($acc), $x);
$curry = fn ($f, ...$a) => fn (...$b) => $f(...$a, ...$b);
echo $compose(fn ($x) => $x + 1, 'sqrt', fn ($x) => round($x, 2), strval(...))(8), "\n";
echo $curry('str_replace', 'a', 'b')('banana'), ' ', $curry(max(...), 5)(3, 9), "\n";
function memoize(callable $f): Closure
{
    $cache = [];
    return function (...$args) use (&$cache, $f) {
        $key = serialize($args);
        return $cache[$key] ??= $f(...$args);
    };
}
$calls = 0;
$slow = function (int $n) use (&$calls) {
    $calls++;
    return $n ** 2;
};
$fast = memoize($slow);
echo $fast(4), $fast(4), $fast(5), $calls, "\n";
$y = fn (callable $f) => (fn ($x) => $x($x))(fn ($x) => $f(fn (...$a) => $x($x)(...$a)));
echo $y(fn ($self) => fn ($n) => $n ? $n * $self($n - 1) : 1)(10), "\n";
class Builder
{
    private array $steps = [];

    public function __call($name, $args): static
    {
        $this->steps[] = fn ($v) => $name($v, ...$args);
        return $this;
    }

    public function __invoke($v)
    {
        foreach ($this->steps as $step) {
            $v = $step($v);
        }
        return $v;
    }
}
echo (new Builder())->trim(" x")->strtoupper()->str_pad(6, '*')->strrev()(' abc x'), "\n";
$partial = fn (int $a) => fn (int $b) => fn (int $c) => [$a, $b, $c];
echo json_encode(array_map($partial(1)(2), [3, 4])), "\n";
$counter = (function () {
    $n = 0;
    return new class(function () use (&$n) { return ++$n; }, fn () => $n) {
        public function __construct(public Closure $inc, public Closure $get)
        {
        }
    };
})();
($counter->inc)();
($counter->inc)();
echo ($counter->get)(), "\n";
$pipeline = array_map(fn ($n) => fn ($x) => $x + $n, range(1, 5));
echo array_reduce($pipeline, fn ($acc, $f) => $f($acc), 0), "\n";
$group = fn (array $items, callable $key) => array_reduce($items, function (array $g, $i) use ($key) {
    $g[$key($i)][] = $i;
    return $g;
}, []);
echo json_encode($group(range(1, 7), fn ($x) => $x % 3 ? 'other' : 'three')), "\n";
echo implode(',', array_map(fn ($p) => implode($p), array_map(null, ['a', 'b'], [1, 2]))), "\n";
function &refs()
{
    static $v = 1;
    return $v;
}
$f = refs(...);
$x = &$f();
$x = 'changed';
echo refs(), "\n";
echo (fn () => (fn () => (fn () => func_get_args())(1, 2))())()[1], "\n";
$gen = fn () => yield from array_map(fn ($x) => $x * 2, [1, 2]);
echo implode(',', iterator_to_array($gen())), "\n";
