<?php

class A
{
    public $pub = 'pub';
    protected $prot = 'prot';
    private $priv = 'A private';

    public function show(A $other)
    {
        return $other->priv . $other->prot;
    }

    private function hidden()
    {
        return 'A hidden';
    }

    protected function semi()
    {
        return 'semi';
    }

    public function callHidden()
    {
        return $this->hidden();
    }

    public static function make()
    {
        return new static();
    }
}
class B extends A
{
    private $priv = 'B private';

    public function own()
    {
        return $this->priv . '/' . $this->prot;
    }

    public function hidden()
    {
        return 'B hidden';
    }

    public function fromSibling(C $c)
    {
        return $c->prot . $c->semi();
    }
}
class C extends A
{
}
$b = new B();
echo $b->own(), ' ', (new A())->show($b), ' ', $b->callHidden(), ' ', $b->fromSibling(new C()), "\n";
class Priv
{
    private function __construct()
    {
    }

    public static function create()
    {
        return new self();
    }

    private static function s()
    {
    }

    private const K = 1;
}
$a = new A();
foreach ([fn () => $a->prot, fn () => $a->priv, fn () => $a->hidden(), fn () => $a->semi(), fn () => $a->none(), fn () => new Priv(), fn () => Priv::s(), fn () => Priv::K, function () use ($a) { $a->prot = 1; }, function () use ($a) { unset($a->priv); }, fn () => A::make()->hidden(), fn () => (new B())->hidden(), fn () => isset($a->prot), fn () => A::show($a), fn () => $b->priv] as $try) {
    try {
        var_dump($try());
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
var_dump(Priv::create() instanceof Priv, property_exists('A', 'priv'), method_exists('A', 'hidden'), is_callable([$a, 'hidden']), array_keys(get_object_vars($a)), get_class_methods('A'));
class Shadow extends A
{
    public $priv = 'now public';
}
$s = new Shadow();
echo $s->priv, ' ', (fn () => $this->priv)->call($s), ' ', (function () {
    return $this->priv;
})->bindTo($s, A::class)(), "\n";
print_r($s);
