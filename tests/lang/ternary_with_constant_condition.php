<?php
// A variable that a constant condition chooses is read at once, like any other ternary's.
function values()
{
    $x = 1;
    var_dump((true ? $x : 1) + ($x = 5));
    $x = 1;
    var_dump((false ?: $x) . ($x = 5));
    $x = 1;
    var_dump($x . ($x = 5));
    $x = 1;
    var_dump([(true ? $x : 1), ($x = 5)]);
}

values();
$r = $a % (null ? true : $u ?? 2);
$r = $a . (true ? $u : 1);
$r = "$a" . "x$b" . (false ?: $u);
$r = (true ? $u : 1) === $b;
$r = [$a => (true ? $u : 1)];
true ? $u : 1;
$list[$a] = (true ? $u : 1);
