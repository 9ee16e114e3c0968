<?php
// A literal whose errors are silenced is a literal: it stands behind what commutes with it.
class S { static $list = []; }
function f() { return []; }
$o = new stdClass;
$o->list = [];
$x = [[]];
foreach ([
    fn() => @(true) & S::$list, fn() => true & S::$list, fn() => @(1) & f(), fn() => @(1) & $o->list, fn() => @(1) & $x[0],
    fn() => @(1) | S::$list, fn() => @(null) ^ S::$list, fn() => @(2) * S::$list, fn() => @(1) + S::$list, fn() => @(1) - S::$list,
    fn() => @$o->none & S::$list, fn() => @(-1) & [...$x], fn() => @(1) & new S,
] as $i => $operation) {
    try {
        $operation();
    } catch (TypeError $e) {
        echo $i, ': ', $e->getMessage(), "\n";
    }
}
