--TEST--
$this is an argument for a parameter by reference; the parameter is a variable of its own
--FILE--
<?php
class A
{
    public $name = 'a';
    function early() { return late($this); }
    function statics() { return Late::change($this, 5); }
    function method($o) { return $o->change($this); }
    function dynamic($f) { return $f($this); }
    function constructor() { return (new Late($this))->got->name; }
    function value() { return byValue($this)->name; }
}
$a = new A;
eval('class Late { public $got; function __construct(&$x) { $this->got = $x; $x = null; } static function change(&$x, $n = 0) { $x->name .= "!"; $r = $x->name; $x = 3; return $r . $n; } }');
eval('function late(&$x) { $x->name .= "?"; $y = $x->name; $x = 1; return $y; } function byValue($x) { return $x; }');
echo $a->early(), ' ', $a->statics(), ' ', $a->method(new Late($b)), ' ', get_debug_type($a), "\n";
$a = new A;
echo $a->dynamic('late'), ' ', $a->dynamic('Late::change'), ' ', $a->constructor(), ' ', $a->value(), ' ', get_class($a), "\n";
?>
--EXPECT--
a? a?!5 a?!!0 A
a? a?!0 a?! a?! A
