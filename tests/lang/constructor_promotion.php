<?php

abstract class Base
{
    public function __construct(protected string $name, private ?array $options = null)
    {
        echo static::class, " made\n";
    }

    public function options()
    {
        return $this->options;
    }
}
class Child extends Base
{
    public function __construct(string $name, public int|float $size = 1.5, public readonly ?self $parent = null, array $options = ['default'])
    {
        parent::__construct(strtoupper($name), $options);
    }
}
$c = new Child('x', 2, new Child('p'));
var_dump($c);
var_dump($c->options());
try {
    new Child();
} catch (ArgumentCountError $e) {
    echo $e->getMessage(), "\n";
}
try {
    new Child('a', 'b');
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
$anonymous = new class(5) {
    public function __construct(private int $n)
    {
    }

    public function double(): int
    {
        return $this->n * 2;
    }
};
echo $anonymous->double(), "\n";
class NewInInitializer
{
    public function __construct(private Countable $c = new ArrayObject([1, 2, 3]))
    {
    }

    public function n(): int
    {
        return count($this->c);
    }
}
echo (new NewInInitializer())->n(), "\n";
