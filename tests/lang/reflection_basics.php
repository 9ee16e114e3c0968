<?php

/** Doc comment. */
abstract class Base implements Countable
{
    const A = 1;
    protected const ?string B = null;
    public int $x = 5;
    protected static ?array $s = null;
    private readonly string $r;

    public function __construct(int $a, protected string|int $b = 'def', self ...$rest)
    {
    }

    abstract protected function todo(?Base $b, callable|array &$c = []): ?static;

    final public static function st(): void
    {
    }

    public function count(): int
    {
        return 0;
    }
}
$c = new ReflectionClass('Base');
var_dump($c->getName(), $c->isAbstract(), $c->isInstantiable(), $c->getDocComment(), $c->implementsInterface('Countable'), $c->getConstants(), $c->hasMethod('TODO'), $c->getParentClass());
foreach ($c->getMethods() as $m) {
    echo implode(' ', Reflection::getModifierNames($m->getModifiers())), ' ', $m->class, '::', $m->name, ' ', $m->getNumberOfRequiredParameters(), '/', $m->getNumberOfParameters(), ' ', $m->getReturnType(), "\n";
    foreach ($m->getParameters() as $p) {
        echo '  ', $p->getPosition(), ' ', $p, ' ', json_encode([$p->isOptional(), $p->allowsNull(), $p->isVariadic(), $p->isPassedByReference(), $p->isPromoted()]), "\n";
    }
}
foreach ($c->getProperties() as $p) {
    echo implode(' ', Reflection::getModifierNames($p->getModifiers())), ' ', $p->getType(), ' ', $p->getName(), ' ', $p->hasDefaultValue() ? json_encode($p->getDefaultValue()) : '-', "\n";
}
class Child extends Base
{
    protected function todo(?Base $b, callable|array &$c = []): ?static
    {
        return null;
    }
}
$o = (new ReflectionClass('Child'))->newInstanceArgs([1, 'b' => 'named']);
$p = new ReflectionProperty('Base', 'b');
echo $p->getValue($o), "\n";
$p->setValue($o, 'set');
echo $p->getValue($o), ' ', (new ReflectionMethod($o, 'todo'))->invoke($o, null) ?? 'null', "\n";
echo new ReflectionFunction('array_map');
echo new ReflectionParameter('str_replace', 'count'), "\n";
$f = new ReflectionFunction(function (int $a, $b = PHP_INT_MAX, array $c = [1, 'x' => Base::A]): int|false {
    static $st = 1;
    return 1;
});
foreach ($f->getParameters() as $p) {
    if ($p->isDefaultValueAvailable()) {
        var_dump($p->getDefaultValue(), $p->isDefaultValueConstant() ? $p->getDefaultValueConstantName() : '-');
    }
}
var_dump($f->getStaticVariables(), (string) $f->getReturnType(), array_map(fn ($t) => $t->getName(), $f->getReturnType()->getTypes()));
foreach ([fn () => new ReflectionClass('None'), fn () => new ReflectionMethod('Base', 'none'), fn () => new ReflectionProperty('Base', 'none'), fn () => new ReflectionFunction('none'), fn () => $c->newInstance(1)] as $try) {
    try {
        $try();
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
enum Suit: string
{
    case H = 'h';
    const X = self::H;
}
$e = new ReflectionEnum('Suit');
echo $e->getBackingType(), ' ', count($e->getCases()), ' ', $e->getCase('H')->getBackingValue(), ' ', $e->isBacked() ? 'backed' : '', "\n";
var_dump((new ReflectionNamedType_())->t());
class ReflectionNamedType_
{
    public function t(?int $x = null)
    {
        $t = (new ReflectionMethod($this, 't'))->getParameters()[0]->getType();
        return [$t->getName(), $t->allowsNull(), $t->isBuiltin(), (string) $t];
    }
}
