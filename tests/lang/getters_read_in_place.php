<?php

// Methods that only return a property: private, typed, nullable, unset and set again, behind a reference, of another type, of classes that
// have none, of objects that end with the call, and in chains.

class A
{
    private string $x = 'a';
    private ?B $b = null;
    public $u = 1;

    function x(): string { return $this->x; }
    function b(): ?B { return $this->b; }
    function u() { return $this->u; }
    function i(): int { return $this->u; }
    function me() { return $this; }
    function with(B $b): static { $this->b = $b; return $this; }
    function go($n)
    {
        $r = '';
        for ($i = 0; $i < $n; $i++) {
            $r .= $this->x() . $this->u();
            $this->x();
        }
        return $r;
    }
}
class B extends A
{
    public $u = 'b';
    function __destruct() { echo '~'; }
}
class C
{
    private $p = 5;
    function p() { return $this->p; }
}
class Hooked
{
    public int $h = 3 { get => $this->h * 2; }
    public $plain = 1;
    function h(): int { return $this->h; }
    function plain() { return $this->plain; }
}
class Magic
{
    private array $values = ['q' => 7];
    public $q;
    function __construct() { unset($this->q); }
    function __get($name) { echo "get $name "; return $this->values[$name]; }
    function q() { return $this->q; }
}
function f($a, $n)
{
    $r = [];
    for ($i = 0; $i < $n; $i++) {
        $r[] = $a->x();
        $r[] = $a->b()?->u();
        $r[] = $a->u();
        $r[] = $a->me()->u();
        $r[] = (new B)->u();
        if ($i == 3) unset($a->u);
        if ($i == 4) $a->u = 'z';
        if ($i == 5) { $q = 'ref'; $a->u = &$q; }
        if ($i == 7) $q = 'changed';
        if ($i == 8) $a->with(new B);
    }
    return $r;
}
set_error_handler(function ($level, $message) { echo "[$message]"; return true; });
foreach ([new A, new B, new A] as $o) {
    var_dump(json_encode(f($o, 11)), $o->go(3));
}
foreach ([new A, new B, new C, new C, new A, null, 5] as $o) {
    try {
        for ($i = 0; $i < 4; $i++) echo $o->p(), ' ';
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
$a = new A;
for ($i = 0; $i < 5; $i++) {
    try {
        echo $a->i(), "\n";
        if ($i == 1) $a->u = 'x';
        if ($i == 3) $a->u = '7';
    } catch (TypeError $e) {
        echo $e->getMessage(), ' ', count($e->getTrace()), "\n";
        $a->u = 3.0;
    }
}
$h = new Hooked;
$m = new Magic;
for ($i = 0; $i < 3; $i++) {
    echo $h->h(), $h->plain(), $m->q(), "\n";
    if ($i == 1) $m->q = 'own';
}
function gen($o) { for ($i = 0; $i < 3; $i++) yield $o->x() => $o->u(); }
foreach (gen(new A) as $k => $v) echo "$k $v\n";
$lazy = (new ReflectionClass('C'))->newLazyGhost(function ($o) { echo 'made '; });
for ($i = 0; $i < 2; $i++) foreach ([new C, $lazy, new C] as $o) echo $o->p(), "\n";
