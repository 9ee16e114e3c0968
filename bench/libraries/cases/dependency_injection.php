<?php

// Symfony DependencyInjection: a container of twenty services is compiled and written as PHP.

use Symfony\Component\DependencyInjection\{ContainerBuilder, Dumper\PhpDumper, Reference};

class Inner
{
}
class Outer
{
    public function __construct(public Inner $inner, public string $x = 'x')
    {
    }

    public function setNumber(int $number): void
    {
    }
}

return function (): array {
    $container = new ContainerBuilder();
    $container->setParameter('p', 'v');
    for ($i = 0; $i < 10; $i++) {
        $container->register("inner$i", Inner::class);
        $outer = $container->register("outer$i", Outer::class)->setArguments([new Reference("inner$i"), '%p%']);
        $outer->addMethodCall('setNumber', [$i])->setPublic(true)->addTag('t', ['k' => $i]);
    }
    $container->compile();
    return [strlen((new PhpDumper($container))->dump()), $container->get('outer3')->x];
};
