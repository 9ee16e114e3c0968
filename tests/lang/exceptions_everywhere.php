<?php

// Exceptions from the places where the engine calls back into PHP code.
class Boom extends Exception
{
}
class T implements IteratorAggregate, ArrayAccess, Countable, JsonSerializable
{
    public function __toString(): string
    {
        throw new Boom('toString');
    }

    public function __get($n)
    {
        throw new Boom("get $n");
    }

    public function __set($n, $v)
    {
        throw new Boom("set $n");
    }

    public function __isset($n)
    {
        throw new Boom("isset $n");
    }

    public function __unset($n)
    {
        throw new Boom("unset $n");
    }

    public function __call($n, $a)
    {
        throw new Boom("call $n");
    }

    public function __invoke()
    {
        throw new Boom('invoke');
    }

    public function __clone()
    {
        throw new Boom('clone');
    }

    public function __serialize(): array
    {
        throw new Boom('serialize');
    }

    public function __debugInfo()
    {
        throw new Boom('debugInfo');
    }

    public function getIterator(): Iterator
    {
        throw new Boom('getIterator');
    }

    public function offsetGet($o): mixed
    {
        throw new Boom('offsetGet');
    }

    public function offsetSet($o, $v): void
    {
        throw new Boom('offsetSet');
    }

    public function offsetExists($o): bool
    {
        throw new Boom('offsetExists');
    }

    public function offsetUnset($o): void
    {
        throw new Boom('offsetUnset');
    }

    public function count(): int
    {
        throw new Boom('count');
    }

    public function jsonSerialize(): mixed
    {
        throw new Boom('jsonSerialize');
    }
}
class Destructs
{
    public function __destruct()
    {
        throw new Boom('destruct');
    }
}
spl_autoload_register(fn ($c) => throw new Boom("autoload $c"));
$t = new T();
$n = 0;
$state = 'untouched';
foreach ([
    fn () => "x$t",
    fn () => $t . '',
    fn () => $t->p,
    function () use ($t) { $t->p = 1; },
    function () use ($t) { $t->p .= 1; },
    fn () => isset($t->p),
    fn () => $t->p ?? 1,
    function () use ($t) { unset($t->p); },
    fn () => $t->m(1, 2),
    fn () => $t(),
    fn () => clone $t,
    fn () => serialize($t),
    function () use ($t) { foreach ($t as $x) { } },
    fn () => [...$t],
    fn () => $t['k'],
    function () use ($t) { $t['k'] = 1; },
    function () use ($t) { $t[] = 1; },
    fn () => isset($t['k']),
    fn () => empty($t['k']),
    function () use ($t) { unset($t['k']); },
    fn () => [$a, $b] = $t,
    fn () => count($t),
    fn () => json_encode([1, $t]),
    fn () => new NotLoaded(),
    fn () => NotLoaded::X,
    fn () => $t instanceof NotLoaded,
    fn () => class_exists('Nope'),
    function () { $d = new Destructs(); },
    function () { $d = new Destructs(); $d = null; echo 'after'; },
    function () { (new Destructs()) && throw new Boom('both'); },
    fn () => array_map(fn () => throw new Boom('array_map'), [1]),
    fn () => usort($GLOBALS['list'], fn () => throw new Boom('usort')),
    fn () => preg_replace_callback('/./', fn () => throw new Boom('preg'), 'a'),
    fn () => iterator_to_array((function () { yield 1; throw new Boom('generator'); })()),
    fn () => ob_start(fn () => throw new Boom('ob')) && print('x') && ob_end_flush(),
    fn () => in_array('x', [$t]),
    fn () => implode(',', [$t]),
    fn () => strlen($t),
    fn () => match ($t->x) { default => 1 },
    fn () => [$t->a, throw new Boom('never')],
    fn () => $state = ($t->assign),
    fn () => (function (int $x = 5 + NOT_A_CONSTANT) {})(),
    fn () => array_walk_recursive($GLOBALS['nested'], fn () => throw new Boom('walk')),
] as $i => $try) {
    $list = [3, 1, 2];
    $nested = [[1], [2]];
    try {
        $try();
        echo "$i fine\n";
    } catch (Boom $e) {
        echo "$i ", $e->getMessage(), $e->getPrevious() ? ' <- ' . $e->getPrevious()->getMessage() : '', "\n";
    } catch (Error $e) {
        echo "$i Error ", $e->getMessage(), "\n";
    }
}
echo $state, ' ', json_encode($list), ' ', ob_get_level(), "\n";
