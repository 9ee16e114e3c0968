<?php
// A property has storage of its own when a hook fetches `$this->name` itself; functions and classes in a hook do not count.
class C
{
    public $direct { get => $this->direct; }
    public $nullsafe { get => $this?->nullsafe; }
    public $deep { get { foreach ([1] as $i) { if ($i) { return [strlen("a{$this->deep}"), match (true) { default => 1 }]; } } } }
    public $written { set { $this->written = $value; } }
    public $short { set => $value; }
    public $arrow { get => (fn() => $this->arrow)(); }
    public $closure { get { return (function () { return $this->closure; })(); } }
    public $anonymous { get { return new class { public $anonymous = 1; function f() { return $this->anonymous; } }; } }
    public $other { get => $this->direct; }
    public $method { get => $this->method(); }
    public $constant { get => self::constant . static::class; }
    public $dynamic { get => $this->{'dynamic'}; }
    public $foreign { get { $that = $this; return $that->foreign; } }
    public $isset { get => isset($this->isset['a']); }
    public $named { get => strlen(string: $this->named); }
    public $word { get => 'name: Ident { name: "word" }'; }
    const constant = 'c';
    function method() {}
    function __construct(public int $promoted { set => $value; }, public int $sum { get => 1 + 2; }) {}
}
foreach ((new ReflectionClass('C'))->getProperties() as $p) {
    echo str_pad($p->name, 12), $p->isVirtual() ? 'virtual' : 'stored', "\n";
}
class D
{
    public $x { get => $this->x; set => 1; }
    public $y { get => 1; }
}
var_dump(new D);
$a = 1;
$f = fn($b) => fn($c = 3) => [$a, $b, $c, (function () use ($a) { return $a; })(), "$a{$b}", new ArrayObject([$a]) instanceof $c];
try {
    var_dump($f(2)('Nothing'));
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
