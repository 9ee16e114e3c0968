<?php

class T
{
    public int $i = 1;
    public ?string $s;
    public float $f = 1;
    public int|string $u = 0;
    public bool $b = false;
    public array $a = [];
    public self $self;
    public iterable $it = [];
    public static int $count = 0;
    public mixed $m;
}
$t = new T();
$tries = [
    function () use ($t) { $t->i = '5'; var_dump($t->i); },
    function () use ($t) { $t->i = 5.0; var_dump($t->i); },
    function () use ($t) { $t->i = 5.5; var_dump($t->i); },
    function () use ($t) { $t->i = 'abc'; },
    function () use ($t) { $t->i = null; },
    function () use ($t) { echo $t->s; },
    function () use ($t) { $t->s = null; var_dump($t->s); },
    function () use ($t) { $t->s = 12; var_dump($t->s); },
    function () use ($t) { $t->f = 3; var_dump($t->f); },
    function () use ($t) { $t->u = 1.5; var_dump($t->u); },
    function () use ($t) { $t->u = true; var_dump($t->u); },
    function () use ($t) { $t->b = 'yes'; var_dump($t->b); },
    function () use ($t) { $t->b = []; },
    function () use ($t) { $t->a[] = 1; var_dump($t->a); },
    function () use ($t) { $t->a = 'x'; },
    function () use ($t) { $t->self = new stdClass(); },
    function () use ($t) { $t->it = 5; },
    function () use ($t) { $r = &$t->i; $r = 'nope'; },
    function () use ($t) { $r = &$t->i; $r = '77'; var_dump($t->i); },
    function () use ($t) { $t->i = PHP_INT_MAX; $t->i++; },
    function () use ($t) { T::$count = 'x'; },
    function () use ($t) { T::$count += 2.0; var_dump(T::$count); },
    function () use ($t) { unset($t->i); echo $t->i; },
    function () use ($t) { var_dump($t->m); },
    function () use ($t) { $t->u .= 'x'; var_dump($t->u); },
    function () use ($t) { $t->f = '1e3'; var_dump($t->f); },
];
foreach ($tries as $n => $try) {
    echo "$n: ";
    try {
        $try();
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
var_dump($t);
