<?php
// A constant array beside a value that is computed.
function f($x) { return $x; }
$a = [];
echo (($a[] = 'x') . []), "\n", ([] . ($a[] = 'y')), "\n", f('z') . [1, 2], "\n", [1] . f('w'), "\n", f('p') . [] . f('q') . [], "\n";
$s = 'str'; $s .= f('t') . [];
echo $s, "\n", count($a), "\n";
try { echo f(throw new Exception('no')) . []; } catch (Exception $e) { echo $e->getMessage(), "\n"; }
