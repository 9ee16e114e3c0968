<?php
// A result that nobody wants goes before what the function had, and before the object whose method it was.
class D {
    public $n;
    function __construct($n) { $this->n = $n; }
    function __destruct() { echo "d{$this->n}\n"; }
    function m() { return new D(2); }
    function __call($n, $a) { return new D(3); }
    function __invoke() { return new D(7); }
    function p($x) { return new D(6); }
    static function s($x) { return new D(5); }
}
function f($a, $b) { return new D(3); }
function variable() { $x = new D(1); $y = new D(2); return $x; }
function local() { $x = new D(1); return new D(2); }
function loop() { foreach ([new D(1)] as $x) { return new D(2); } }
foreach ([
    '(new D(1))->m();', '(new D(1))->foo();', 'D::s(new D(1));', '(new D(1))->p(new D(9));', '(new D(1))();', '(new D(1))->m()->m();',
    'f(new D(1), new D(2));', 'variable();', 'local();', 'loop();', '$x = new D(1) <=> new D(2);',
    '(new ReflectionMethod("D", "m"))->invoke(new D(1));', '(new ArrayObject([new D(1), new D(2)]))->getArrayCopy();',
] as $code) {
    echo $code, "\n";
    eval($code);
}
