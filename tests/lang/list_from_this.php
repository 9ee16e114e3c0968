<?php
// PHP looks for the whole right side of a list as a variable, and there is none of the name `this`.
class Row implements ArrayAccess {
    public $p;
    function offsetGet($at): mixed { echo "get $at\n"; return $at === 'k' ? [5] : 7; }
    function offsetSet($at, $value): void { echo "set $at\n"; }
    function offsetExists($at): bool { return true; }
    function offsetUnset($at): void {}
    function walk() {
        [$a] = $this;
        ['k' => [$b]] = $this;
        list(, $c) = $this;
        var_dump($a, $b, $c, [$d] = $this);
        [$this->p, $this[0]] = $this;
        foreach ([$this, $this] as [$e]) var_dump($e);
        [$f, [$g]] = [$this, $this];
        var_dump($g);
        [$h] = ($this);
        var_dump(array_keys(get_defined_vars()));
    }
}
(new Row)->walk();
function plain() {
    try { [$a] = $this; } catch (Error $e) { echo $e->getMessage(), "\n"; }
    var_dump(get_defined_vars());
}
plain();
$static = static function () { ['a' => $x] = $this; var_dump($x); };
$static();
[$a] = $this;
