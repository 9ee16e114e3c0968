<?php

function typed(int $x): string
{
    return $x;
}
class Outer
{
    public function run(callable $f, mixed ...$args)
    {
        return $f(...$args);
    }
}
function warm()
{
    echo typed('12'), "\n";
}
warm();
(new Outer())->run('typed', 'not a number', ['nested' => [1]], new ArrayObject(), 1.0, null, false, "a string longer than fifteen characters", "multi\nline");
