<?php
// What an error handler was the last to let go of ends in the handler, also what was shared with something that it let go of before.
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "d{$this->n}\n"; } }
class H {
    function extracted() { extract(['a' => new D(1)]); echo "in\n"; }
    function shared() { $x = [new D(1)]; $y = $x[0]; unset($x); unset($y); echo "in\n"; }
    function nested() { $x = [[new D(1), new D(2)], new D(3)]; $y = $x[0][0]; $x = null; echo "-\n"; $y = null; echo "in\n"; }
    function object() { $x = new stdClass; $x->p = new D(1); $x->q = [new D(2)]; $y = $x->p; $x = null; echo "-\n"; $y = null; echo "in\n"; }
    function declared() { $x = new D(1); $x->n = new D(2); $y = $x->n; $x->n = 3; unset($x); echo "-\n"; unset($y); echo "in\n"; }
    function inside() { $x = new stdClass; $x->p = new D(0); $x->p->n = '0'; $x->p->m = new D(1); $x = null; echo "in\n"; }
    function thrown() { extract(['a' => new D(1)]); throw new Exception('thrown'); }
}
foreach (get_class_methods('H') as $name) {
    set_error_handler([new H, $name], ~E_DEPRECATED);
    echo $name, "\n";
    try {
        $r = $none;
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
    echo "after\n";
}
