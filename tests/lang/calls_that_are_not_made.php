<?php
// When an argument throws, the calls that are not made end first: the innermost before the others, each with its arguments from the
// first to the last and then its object. What else was being computed comes after them.
class D
{
    public $list = [1];

    public function __construct(public int $n = 0) {}

    public function __destruct()
    {
        echo "~{$this->n} ";
    }
}

class Callee
{
    public function __construct(...$all) {}

    public function method() {}

    public function __destruct()
    {
        echo '~callee ';
    }
}

function g() {}
function fails()
{
    throw new Exception();
}

function show(callable $f)
{
    try {
        $f();
    } catch (Exception) {
        echo "caught\n";
    }
}

show(fn() => g(new D(1), g(new D(2), throw new Exception())));
show(fn() => g(new D(1), new D(2), [new D(3), fails()]));
show(fn() => g(new D(1), (new Callee())->method(new D(2), fails())));
show(fn() => g(new D(1), new Callee(new D(2), fails())));
show(fn() => [new D(1), g(new D(2), [new D(3), g(new D(4), fails())])]);
show(fn() => 'a' . (new D(1))->list[0] . g(new D(2), [new D(3), g(new D(4), fails())]));
show(function () {
    foreach ([new D(1)] as $x) {
        foreach ([new D(2), new D(3)] as $y) {
            g(new D(4), g([new D(5)], [new D(6), fails()]));
        }
    }
});
show(function () {
    try {
        g(new D(1), g(new D(2), fails()));
    } catch (Exception) {
        echo 'inside ';
    }
    g(new D(3), g(new D(4), fails()));
});
show(function () {
    $generator = (function () {
        g(new D(1), g(new D(2), yield));
    })();
    $generator->current();
    $generator = null;
    echo "closed\n";
});
