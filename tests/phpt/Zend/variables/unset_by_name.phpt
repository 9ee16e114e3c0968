--TEST--
An element of a variable that is not there, by its name
--FILE--
<?php
function f() {
    unset(${'a'}['x']);
    unset(${'b'}->x);
    unset(${'c'}['x']['y']);
    unset(${'d'}->x->y);
    unset($GLOBALS['e']['y']);
    echo "--\n";
}
f();
unset(${'g'}['x']);
?>
--EXPECTF--
Warning: Undefined variable $a in %s on line 3

Warning: Undefined variable $c in %s on line 5

Warning: Undefined variable $d in %s on line 6
--

Warning: Undefined variable $g in %s on line 11
