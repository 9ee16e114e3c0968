<?php

// One call site, one property access, many classes, as inline caches see it.
abstract class Shape
{
    public $tag = 'shape';

    abstract public function area();

    public function twice()
    {
        return $this->area() * 2;
    }
}
class Square extends Shape
{
    public $side = 2;

    public function area()
    {
        return $this->side ** 2;
    }
}
class Circle extends Shape
{
    private $pad = 0;
    public $tag = 'circle';
    public $radius = 1;

    public function area()
    {
        return 3 * $this->radius ** 2;
    }
}
class Odd
{
    public $other = 1;
    public $tag;

    public function __get($n)
    {
        return "magic $n";
    }

    public function __call($n, $a)
    {
        return 7;
    }
}
function use_all(array $objects)
{
    $out = [];
    foreach ($objects as $o) {
        $o->tag .= '!';
        $out[] = $o->tag . ':' . $o->area() . ':' . ($o->side ?? 'none') . ':' . (@$o->radius ?? 'null');
    }
    return implode(' ', $out);
}
$dynamic = new Square();
@$dynamic->radius = 'dynamic';
$unset = new Square();
unset($unset->side);
$odd = new Odd();
unset($odd->tag);
$objects = [new Square(), new Circle(), $dynamic, $odd, new Circle(), new Square()];
echo use_all($objects), "\n", use_all($objects), "\n";
foreach ([new Square(), new Circle(), $dynamic] as $o) {
    echo $o->twice(), ' ';
}
echo "\n";
function get($o)
{
    return $o->p;
}
class P1
{
    public $p = 'P1';
}
class P2
{
    public $x;
    public $p = 'P2';
}
class P3
{
    private $p = 'private';

    public function __get($n)
    {
        return "got $n";
    }
}
class P4 extends P3
{
}
class P5 extends P1
{
    protected $q;
}
for ($i = 0; $i < 2; $i++) {
    foreach ([new P1(), new P2(), new P3(), new P4(), new P5(), (object) ['p' => 'std'], new stdClass()] as $o) {
        var_dump(get($o));
    }
}
class Scope
{
    private $secret = 's';

    public static function peek($o)
    {
        return $o->secret;
    }
}
class ScopeChild extends Scope
{
    private $secret = 'child';
    public static function peekChild($o)
    {
        return $o->secret;
    }
}
echo Scope::peek(new Scope()), Scope::peek(new ScopeChild()), ScopeChild::peekChild(new ScopeChild()), "\n";
try {
    echo ScopeChild::peekChild(new Scope());
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
foreach (['strlen', fn ($x) => "fn$x", 'Caller::s', [new Caller(), 'm'], new Caller(), strrev(...)] as $callable) {
    echo call($callable, 'ab'), ' ';
}
function call($f, $x)
{
    return $f($x);
}
class Caller
{
    public static function s($x)
    {
        return "s$x";
    }

    public function m($x)
    {
        return "m$x";
    }

    public function __invoke($x)
    {
        return "i$x";
    }
}
echo "\n";
