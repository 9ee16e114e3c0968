<?php

class Old
{
    #[Deprecated]
    public function a()
    {
        return 1;
    }

    #[Deprecated('use newer() instead', since: '2.0')]
    public static function b()
    {
        return 2;
    }

    #[Deprecated('constant')] const C = 3;
}
#[Deprecated(message: 'a function')]
function old()
{
    return __FUNCTION__;
}
echo (new Old())->a(), Old::b(), Old::C, old(), "\n";
class Base
{
    public function run()
    {
        return 'base';
    }
}
class Sub extends Base
{
    #[Override]
    public function run()
    {
        return 'sub ' . parent::run();
    }
}
echo (new Sub())->run(), "\n";
function login($user, #[SensitiveParameter] string $password, ...$rest)
{
    throw new Exception('failed');
}
try {
    login('bob', 'secret', 1);
} catch (Exception $e) {
    echo preg_replace('~\S*/~', '', $e->getTraceAsString()), "\n";
    var_dump($e->getTrace()[0]['args'][1]);
    echo $e->getTrace()[0]['args'][1]->getValue(), "\n";
}
#[AllowDynamicProperties]
class Dynamic
{
}
$d = new Dynamic();
$d->x = 1;
class Strict
{
}
$s = new Strict();
$s->x = 1;
class Child extends Dynamic
{
}
$c = new Child();
$c->y = 2;
echo $d->x, $s->x, $c->y, "\n";
class Ret implements ArrayAccess
{
    #[ReturnTypeWillChange]
    public function offsetGet($o)
    {
        return "got $o";
    }

    public function offsetSet($o, $v): void
    {
    }

    public function offsetExists($o): bool
    {
        return true;
    }

    public function offsetUnset($o): void
    {
    }
}
echo (new Ret())['k'], "\n";
