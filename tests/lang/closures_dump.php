<?php

class A
{
    public function make()
    {
        return function (int $a, &$b, ...$c) {
        };
    }
}
$x = 5;
var_dump(function ($p, $q = 1) use ($x) {
});
print_r((new A())->make());
var_dump(strlen(...));
var_dump(fn () => 1);
$f = (new A())->make(...);
var_dump($f);
echo (new ReflectionFunction($f))->getName(), "\n";
echo (new ReflectionFunction(strlen(...)))->getName(), "\n";
var_dump((new ReflectionFunction(function () {}))->isClosure());
