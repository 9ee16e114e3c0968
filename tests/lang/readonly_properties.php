<?php

class Point
{
    public function __construct(public readonly int $x, public readonly array $list = [])
    {
    }

    public function with(int $x): static
    {
        $copy = clone $this;
        try {
            $copy->x = $x;
        } catch (Error $e) {
            echo $e->getMessage(), "\n";
        }
        return new static($x, $this->list);
    }

    public function __clone()
    {
        $this->list = [...$this->list, 'cloned'];
    }
}
$p = new Point(1, ['a']);
$tries = [
    function () use ($p) { $p->x = 2; },
    function () use ($p) { $p->x++; },
    function () use ($p) { $p->list[] = 'b'; },
    function () use ($p) { $r = &$p->x; },
    function () use ($p) { unset($p->x); },
    function () use ($p) { foreach ($p as &$v) { $v = 1; } },
    function () { $q = (new ReflectionClass('Point'))->newInstanceWithoutConstructor(); echo $q->x; },
    function () { $q = (new ReflectionClass('Point'))->newInstanceWithoutConstructor(); $q->x = 5; },
];
foreach ($tries as $try) {
    try {
        $try();
        echo "allowed\n";
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
var_dump($p->with(9));
var_dump(clone $p);
readonly class Money
{
    public function __construct(public int $amount, public ?string $currency = null)
    {
    }
}
final readonly class Euro extends Money
{
    public function __construct(int $amount)
    {
        parent::__construct($amount, 'EUR');
    }
}
$e = new Euro(5);
try {
    $e->amount = 6;
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
try {
    $e->new = 6;
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
var_dump($e, isset($e->currency), (new ReflectionClass($e))->isReadOnly());
class Lazy
{
    public readonly string $value;

    public function init()
    {
        $this->value ??= 'first';
        $this->value ??= 'second';
        return $this->value;
    }
}
echo (new Lazy())->init(), "\n";
