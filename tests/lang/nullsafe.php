<?php

class A
{
    public ?A $next = null;
    public array $list = ['x' => 1];

    public function next(): ?A
    {
        echo '[next]';
        return $this->next;
    }

    public function value(...$x)
    {
        return 'value' . implode(',', $x);
    }
}
function arg()
{
    echo '[arg evaluated]';
    return 1;
}
$a = new A();
$null = null;
var_dump($a?->next, $a?->next?->next, $null?->x, $null?->x->y->z, $null?->x['k'], $null?->m()->n());
var_dump($a->next()?->value(arg()));
var_dump($a?->value(arg()));
var_dump(isset($a?->next?->list['x']), isset($a?->list['x']), empty($null?->x), $null?->x ?? 'default');
var_dump("text {$null?->x} $a?->list");
var_dump($null?->a()?->b(arg())->c);
$a->next = new A();
echo $a?->next()?->next()?->value() ?? 'null chain', "\n";
try {
    $a->next()->next()->value();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
var_dump($undefined?->x);
try {
    $five = 5;
    var_dump($five?->x);
    $five?->m();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
foreach ($null?->items ?? [] as $x) {
    echo 'never';
}
$f = fn () => $null?->x;
var_dump($f(), !$null?->flag, $null?->a . 'concat', [$null?->x]);
