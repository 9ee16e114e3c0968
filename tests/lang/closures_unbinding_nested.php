<?php
// A closure uses $this where its own code names it: what is nested in it does not count.
class C
{
    public function all()
    {
        return [
            'nothing' => function () { return 1; },
            'closure in it' => function () { $f = function () { return $this; }; return 1; },
            'closure in it, called' => function () { $f = function () { return 2; }; return $f(); },
            'arrow function in it' => function () { return fn() => $this->a; },
            'arrow function of one' => fn() => fn() => 1,
            'arrow function of one with this' => fn() => fn() => $this,
            'generator' => function () { yield fn() => $this; },
            'static closure in it' => function () { return static fn() => isset($this->a); },
            'self' => function () { return new self; },
            'named' => function () { return isset($this->a); },
            'called' => function () { return $this->all(...); },
        ];
    }
}
foreach ((new C)->all() as $name => $closure) {
    $unbound = @$closure->bindTo(null);
    echo $name, ': ', $unbound ? 'unbound' : error_get_last()['message'], "\n";
    error_clear_last();
}
$closure = (new C)->all()['closure in it, called'];
var_dump($closure->bindTo(null)());
