<?php

function v(): void
{
    return;
}
interface I
{
}
class A implements I
{
    public function fluent(): static
    {
        return $this;
    }

    public function wrong(): static
    {
        return new A();
    }

    public function self(): self
    {
        return new self();
    }

    public function never(): never
    {
        throw new Exception('never returns');
    }

    public function badNever(): never
    {
    }

    public function nullable(bool $b): ?int
    {
        return $b ? null : '12';
    }

    public function union(): int|false
    {
        return false;
    }

    public function iterable(): iterable
    {
        return [1];
    }

    public function callable(): callable
    {
        return 'strlen';
    }

    public function missing(): int
    {
    }

    public function dnf($x): (I&Countable)|null
    {
        return $x;
    }

    public function literal(): true
    {
        return true;
    }
}
class B extends A
{
}
$b = new B();
var_dump(v());
foreach ([fn () => get_class($b->fluent()), fn () => $b->wrong(), fn () => get_class($b->self()), fn () => $b->never(), fn () => $b->badNever(), fn () => $b->nullable(true), fn () => $b->nullable(false), fn () => $b->union(), fn () => $b->iterable(), fn () => $b->callable(), fn () => $b->missing(), fn () => $b->dnf(null), fn () => $b->dnf(5), fn () => $b->literal()] as $try) {
    try {
        var_dump($try());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
foreach (get_class_methods('A') as $m) {
    echo $m, ': ', (new ReflectionMethod('A', $m))->getReturnType(), "\n";
}
