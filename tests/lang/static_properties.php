<?php

class A
{
    public static $x = 1;
    protected static array $list = ['a'];
    public static $shared = 'A';

    public static function add($v)
    {
        static::$list[] = $v;
        return count(self::$list);
    }
}
class B extends A
{
    public static $shared = 'B';
}
B::$x = 5;
echo A::$x, B::$x, "\n";
A::$shared .= '!';
echo A::$shared, B::$shared, "\n";
echo A::add('b'), B::add('c'), "\n";
$name = 'x';
$class = 'A';
echo A::$$name, $class::$x, $class::$$name, (new A())::$x, "\n";
$r = &A::$x;
$r = 'ref';
echo B::$x, "\n";
A::$x = [1, ['deep' => 2]];
A::$x[1]['deep']++;
A::$x[] = 'end';
echo json_encode(A::$x), "\n";
var_dump(isset(A::$x[1]['deep']), isset(A::$none), empty(A::$x[5]));
foreach ([fn () => A::$none, fn () => A::$list, fn () => Missing::$x, function () { A::$none = 1; }] as $try) {
    try {
        $try();
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
$o = new B();
echo @$o->x ?? 'no instance property', "\n";
echo $o->x;
print_r(get_class_vars('B'));
