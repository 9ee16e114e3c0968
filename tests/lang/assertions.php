<?php

ini_set('assert.exception', '1');
foreach ([
    fn () => assert(true),
    fn () => assert(1 > 2),
    fn () => assert(false, 'own message'),
    fn () => assert($a = strlen('x') === 2 && !is_null(null)),
    fn () => assert(in_array(5, [1, 2, 'k' => 3], true)),
    fn () => assert((function (int $x): bool { return $x > 5; })(1)),
    fn () => assert(null instanceof stdClass),
    fn () => assert(isset($x['y']->z) || empty($q)  && false),
    fn () => assert(match (1) { 1, 2 => false, default => true }),
    fn () => assert((fn ($x) => $x ?? 0)(null)),
    fn () => assert(new ArrayObject([]) == null),
    fn () => assert("a {$x['k']} $y" === 'b' . 1.5),
    fn () => assert(false, new DomainException('own class')),
    fn () => assert($x?->y ?? false ? true : false),
    fn () => assert(-5 + ~3 ** 2 > 10 <=> 5),
    fn () => assert((clone $GLOBALS['none'])->m(...$args)),
] as $try) {
    try {
        var_dump($try());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
ini_set('assert.exception', '0');
var_dump(assert(1 === 2));
ini_set('zend.assertions', '0');
var_dump(assert(false));
