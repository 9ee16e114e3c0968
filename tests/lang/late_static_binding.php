<?php

class A
{
    public static function create(): static
    {
        return new static();
    }

    public static function name(): string
    {
        return static::class . '/' . self::class . '/' . get_called_class();
    }

    public function test(): string
    {
        return static::describe() . ' ' . self::describe() . ' ' . $this::describe();
    }

    public static function describe(): string
    {
        return 'A';
    }

    public static function forward(): string
    {
        return self::name() . ' ' . static::name() . ' ' . A::name();
    }
}
class B extends A
{
    public static function describe(): string
    {
        return 'B' . parent::describe();
    }

    public static function call(): string
    {
        return parent::forward() . ' | ' . call_user_func('parent::name') . ' | ' . forward_static_call(['A', 'name']);
    }
}
class C extends B
{
}
echo get_class(C::create()), ' ', get_class(B::create()), "\n";
echo C::name(), ' ', (new C())->test(), "\n";
echo C::forward(), "\n";
echo C::call(), "\n";
$f = fn () => static::class;
echo Closure::bind($f, null, C::class)(), "\n";
abstract class Singleton
{
    protected static array $instances = [];

    final public static function get(): static
    {
        return self::$instances[static::class] ??= new static();
    }
}
class One extends Singleton
{
}
class Two extends Singleton
{
}
var_dump(One::get() === One::get(), One::get() === Two::get(), get_class(Two::get()));
$class = 'C';
echo $class::name(), ' ', (new $class())::name(), ' ', [$class, 'describe'](), "\n";
