<?php

#[Attribute(Attribute::TARGET_CLASS | Attribute::TARGET_METHOD)]
final class Route
{
    public function __construct(public string $path, public array $methods = ['GET'], public ?string $name = null)
    {
    }
}
#[Attribute(Attribute::IS_REPEATABLE | Attribute::TARGET_ALL)]
class Tag
{
    public function __construct(public string $v)
    {
    }
}
#[Attribute(Attribute::TARGET_PROPERTY)]
class OnlyProperty
{
}
#[Route('/home', name: 'home'), Tag('a')]
#[Tag('b' . '!')]
#[OnlyProperty]
#[Missing(1, 2)]
class Controller
{
    #[Tag('prop')] public int $p = 1;
    #[Tag('const')] const C = 1;

    #[Route('/x', ['POST', self::C])]
    public function action(#[Tag('param')] int $a, #[SensitiveParameter] $b = null): void
    {
    }
}
$c = new ReflectionClass(Controller::class);
foreach ($c->getAttributes() as $a) {
    echo $a->getName(), ' ', json_encode($a->getArguments()), ' ', $a->isRepeated() ? 'repeated' : 'once', ' ', $a->getTarget(), "\n";
    try {
        var_dump($a->newInstance());
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
echo count($c->getAttributes(Tag::class)), count($c->getAttributes(stdClass::class)), "\n";
echo $c->getMethod('action')->getAttributes()[0]->newInstance()->path, json_encode($c->getMethod('action')->getAttributes()[0]->getArguments()), "\n";
echo $c->getProperty('p')->getAttributes()[0]->newInstance()->v, $c->getReflectionConstant('C')->getAttributes()[0]->newInstance()->v, "\n";
echo $c->getMethod('action')->getParameters()[0]->getAttributes()[0]->newInstance()->v, "\n";
$f = #[Tag('closure')] fn (#[Tag('x')] $x) => 1;
echo (new ReflectionFunction($f))->getAttributes()[0]->newInstance()->v, "\n";
#[Tag('function')]
function tagged()
{
}
echo (new ReflectionFunction('tagged'))->getAttributes()[0]->getName(), "\n";
$o = new #[Tag('anonymous')] class {
};
echo (new ReflectionObject($o))->getAttributes()[0]->newInstance()->v, "\n";
#[Tag('one')] #[Route('a')] #[Route('b')]
class Twice
{
}
try {
    (new ReflectionClass('Twice'))->getAttributes(Route::class)[0]->newInstance();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
