--TEST--
`$this` is not among the variables by name for unset, isset and empty
--FILE--
<?php
class A {
    public $p = 1;
    function f() {
        $name = 'this';
        unset($$name);
        var_dump(isset($this), isset($$name), empty($$name), isset($$name->p), $$name->p, ($$name ?? null) === $this);
        return $this->p;
    }
}
var_dump((new A)->f());
$name = 'this';
unset($$name);
var_dump(isset($$name));
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(true)
int(1)
bool(true)
int(1)
bool(false)
