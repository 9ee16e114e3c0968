<?php

trait Hello
{
    public static int $count = 0;
    protected string $greeting = 'Hello';

    public function say(): string
    {
        self::$count++;
        return $this->greeting . ' from ' . self::class . ' ' . static::class . ' ' . __CLASS__ . ' ' . __TRAIT__ . ' ' . __METHOD__;
    }

    abstract public function name(): string;

    public static function make(): static
    {
        return new static();
    }
}
trait World
{
    private string $target = 'World';

    public function say(): string
    {
        return $this->target;
    }

    public function both(): string
    {
        return 'both ' . $this->name();
    }
}
trait Combined
{
    use Hello, World {
        Hello::say insteadof World;
        World::say as protected worldSay;
        both as final together;
    }
    const VERSION = 3;
}
class User
{
    use Combined;

    public function name(): string
    {
        return 'user ' . $this->worldSay() . ' ' . self::VERSION;
    }
}
class Other
{
    use Hello;

    public function name(): string
    {
        return 'other';
    }
}
class Sub extends User
{
    public function say(): string
    {
        return 'sub ' . parent::say();
    }
}
$u = new User();
echo $u->say(), "\n", $u->name(), "\n", $u->together(), "\n", $u->both(), "\n";
echo (new Sub())->say(), "\n", get_class(Sub::make()), "\n";
(new Other())->say();
echo User::$count, Other::$count, Sub::$count, "\n";
print_r(class_uses($u));
var_dump(method_exists($u, 'worldSay'), is_callable([$u, 'worldSay']), in_array('Combined', class_uses(Sub::class)));
trait Counter
{
    public function inc()
    {
        static $n = 0;
        return ++$n;
    }
}
class C1
{
    use Counter;
}
class C2
{
    use Counter;
}
echo (new C1())->inc(), (new C1())->inc(), (new C2())->inc(), "\n";
trait Constructs
{
    public function __construct(public int $made = 7)
    {
    }
}
class Made
{
    use Constructs;
}
echo (new Made())->made, "\n";
