<?php

interface HasId
{
}
class Both extends ArrayObject implements HasId
{
}
function u(int|string|null $x)
{
    return get_debug_type($x);
}
function inter(HasId&Countable $x)
{
    return get_class($x);
}
function dnf((HasId&Countable)|array|false $x)
{
    return get_debug_type($x);
}
function it(iterable|stdClass $x)
{
    return get_debug_type($x);
}
function m(mixed $x = null): mixed
{
    return $x;
}
foreach ([fn () => u(1), fn () => u('a'), fn () => u(null), fn () => u(1.5), fn () => u(1.0), fn () => u([]), fn () => u(true), fn () => inter(new Both()), fn () => inter(new ArrayObject()), fn () => dnf(false), fn () => dnf([]), fn () => dnf(true), fn () => dnf(new Both()), fn () => it([]), fn () => it((fn () => yield 1)()), fn () => it(new stdClass()), fn () => it(1), fn () => m()] as $try) {
    try {
        var_dump($try());
    } catch (TypeError $e) {
        echo preg_replace('~, called in .*~', '', $e->getMessage()), "\n";
    }
}
foreach (['u', 'inter', 'dnf', 'it', 'm'] as $f) {
    $r = new ReflectionFunction($f);
    echo $f, ': ', $r->getParameters()[0]->getType(), ' ', get_class($r->getParameters()[0]->getType()), "\n";
}
class P
{
    public int|float $n = 0;
    public null|string|bool $s = null;
}
$p = new P();
$p->n = '1.5';
var_dump($p->n);
$p->n = '15';
var_dump($p->n);
$p->s = 1;
var_dump($p->s);
try {
    $p->s = [];
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
