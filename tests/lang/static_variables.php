<?php

function counter()
{
    static $n = 0, $list = [];
    $n++;
    $list[] = $n;
    return implode(',', $list);
}
echo counter(), ' ', counter(), ' ', counter(), "\n";

class A
{
    public function m()
    {
        static $calls = 0;
        return static::class . ' ' . ++$calls;
    }

    public static function s()
    {
        static $x;
        return $x = ($x ?? 10) + 1;
    }
}
class B extends A
{
}
echo (new A())->m(), ', ', (new A())->m(), ', ', (new B())->m(), ', ', (new B())->m(), "\n";
echo A::s(), A::s(), B::s(), "\n";

function initializer()
{
    static $value = strlen('computed') * 2;
    return $value++;
}
echo initializer(), initializer(), "\n";
function recursive(int $n)
{
    static $depth = 0;
    $depth++;
    if ($n > 0) {
        recursive($n - 1);
    }
    return $depth;
}
echo recursive(3), "\n";
$f = function () {
    static $n = 0;
    return ++$n;
};
$g = clone $f;
echo $f(), $f(), $g(), "\n";
function byReference()
{
    static $a = 1;
    $b = &$a;
    $b++;
    return $a;
}
echo byReference(), byReference(), "\n";
function once()
{
    static $object = new stdClass();
    $object->n = ($object->n ?? 0) + 1;
    return $object;
}
once();
var_dump(once());
