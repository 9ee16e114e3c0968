<?php

class Counter
{
    private int $n = 5;
    protected static string $label = 'static';

    public function adder(): Closure
    {
        return function (int $by): int {
            $this->n += $by;
            return $this->n;
        };
    }

    public function unbound(): Closure
    {
        return static fn () => isset($this);
    }
}

$c = new Counter();
$add = $c->adder();
echo $add(3), ' ', $add(1), "\n";

$peek = function () {
    return $this->n;
};
$bound = Closure::bind($peek, $c, Counter::class);
echo $bound(), "\n";
echo $peek->bindTo(new Counter(), Counter::class)(), "\n";
echo $peek->call($c), "\n";
var_dump(($c->unbound())());

$label = static fn () => static::$label . '/' . self::$label;
echo Closure::bind($label, null, Counter::class)(), "\n";

$static = static function () {
    return isset($this);
};
var_dump(@$static->bindTo($c));
$static->bindTo($c);

$fromName = Closure::fromCallable('strtoupper');
echo $fromName('abc'), "\n";
class Magic
{
    public function __call($name, $arguments)
    {
        return "$name(" . implode(',', $arguments) . ')';
    }

    public static function __callStatic($name, $arguments)
    {
        return "static $name(" . implode(',', $arguments) . ')';
    }
}
echo Closure::fromCallable([new Magic(), 'anything'])(1, 2), "\n";
echo Closure::fromCallable('Magic::some')(3), "\n";
var_dump($add instanceof Closure, is_callable($add));
try {
    $peek();
} catch (Error $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
try {
    $clone = clone $add;
    echo $clone(0), "\n";
    new Closure();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
var_dump((fn () => 1) == (fn () => 1));
