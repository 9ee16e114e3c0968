<?php

echo __LINE__, ' ', __FILE__ === $_SERVER['SCRIPT_FILENAME'] || true ? basename(__FILE__) : '', ' ', __DIR__ === dirname(__FILE__) ? 'dir' : 'no', "\n";
function f()
{
    return __FUNCTION__ . __LINE__ . __METHOD__ . __CLASS__;
}
echo f(), "\n";
class A
{
    const C = __CLASS__ . __LINE__;
    public $p = __CLASS__;
    public static $list = [__LINE__, __FILE__ === __FILE__];

    public function m($d = __METHOD__)
    {
        $closure = function () {
            return __FUNCTION__ . '|' . __METHOD__ . '|' . __CLASS__;
        };
        $arrow = fn () => __FUNCTION__ . '|' . __METHOD__;
        return [$d, $closure(), $arrow(), __FUNCTION__, __METHOD__, __CLASS__, static::class, __NAMESPACE__];
    }
}
class B extends A
{
}
print_r((new B())->m());
echo A::C, (new B())->p, json_encode(A::$list), "\n";
trait T
{
    public function t()
    {
        return __TRAIT__ . __CLASS__ . __METHOD__ . __FUNCTION__ . self::class;
    }
}
class UsesT
{
    use T;
}
echo (new UsesT())->t(), "\n";
enum E
{
    case X;

    public function m()
    {
        return __CLASS__ . __METHOD__;
    }
}
echo E::X->m(), "\n";
$o = new class {
    public function m()
    {
        return strstr(__CLASS__, "\0", true) . __FUNCTION__;
    }
};
echo $o->m(), "\n";
class Hooked
{
    public $v {
        get => __FUNCTION__ . ' ' . __METHOD__ . ' ' . __PROPERTY__;
    }
}
echo (new Hooked())->v, "\n";
echo PHP_VERSION_ID >= 80400 ? 'ok' : 'old', PHP_MAJOR_VERSION, PHP_OS_FAMILY, PHP_INT_MAX, DIRECTORY_SEPARATOR, PATH_SEPARATOR, PHP_MAXPATHLEN, "\n";
