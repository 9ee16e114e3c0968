--TEST--
Traces show what a variadic function was given, also where it uses variables by name
--FILE--
<?php
set_error_handler(fn() => true);
function h(...$v) { $$z; return debug_backtrace()[0]['args']; }
function h2($a, ...$v) { $$z = 1; throw new Exception('x'); }
echo json_encode(h(1, 2)), "\n";
try { h2(1, 2, [3]); } catch (Exception $e) { echo json_encode($e->getTrace()[0]['args'] ?? null), "\n"; }
--EXPECT--
[1,2]
[1,2,[3]]
