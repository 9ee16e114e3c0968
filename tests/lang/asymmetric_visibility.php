<?php

class Account
{
    public private(set) int $balance = 0;
    public protected(set) array $log = [];
    protected private(set) string $secret = 's';
    public private(set) readonly string $id;

    public function __construct(public private(set) string $owner)
    {
        $this->id = 'id-1';
    }

    public function deposit(int $n): static
    {
        $this->balance += $n;
        $this->log[] = "deposit $n";
        return $this;
    }
}
class Premium extends Account
{
    public function bonus()
    {
        $this->log[] = 'bonus';
        try {
            $this->balance += 100;
        } catch (Error $e) {
            echo $e->getMessage(), "\n";
        }
        try {
            $this->secret = 'x';
        } catch (Error $e) {
            echo $e->getMessage(), "\n";
        }
        return $this->secret;
    }
}
$a = new Premium('Ann');
echo $a->deposit(50)->balance, ' ', $a->owner, ' ', $a->bonus(), "\n";
$tries = [
    function () use ($a) { $a->balance = 1; },
    function () use ($a) { $a->balance++; },
    function () use ($a) { $a->log[] = 'hack'; },
    function () use ($a) { $r = &$a->log; },
    function () use ($a) { unset($a->balance); },
    function () use ($a) { $a->owner = 'x'; },
    function () use ($a) { $a->id = 'x'; },
    function () use ($a) { echo $a->secret; },
];
foreach ($tries as $try) {
    try {
        $try();
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
var_dump($a);
$r = new ReflectionProperty(Account::class, 'balance');
var_dump($r->isPrivateSet(), $r->isProtectedSet(), Reflection::getModifierNames($r->getModifiers()));
