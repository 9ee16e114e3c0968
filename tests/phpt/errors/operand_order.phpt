--TEST--
In which order operands are read, and what is told first
--FILE--
<?php
set_error_handler(function ($level, $text) { echo "<$text>"; });
$f = false; $f[$u] = 1; echo json_encode($f), "\n";
$n = null; $n[1] .= $n; echo json_encode($n), "\n";
$n = null; try { $n[$n] = 1; } catch (Error $e) { echo $e->getMessage(), "\n"; }
$i = 3; try { $i[$u] = $v; } catch (Error $e) { echo $e->getMessage(), "\n"; }
$s = 'abc'; try { unset($s[[]][1]); } catch (Error $e) { echo $e->getMessage(), "\n"; }
$a = []; unset($u[$v][1]); echo "\n";
echo json_encode([$u => $v]), "\n";
$u2 .= $v; echo json_encode($u2), "\n";
unset($u2);
$$u2 = $v; echo "\n";
$f = false; [$x, &$r] = $f; echo json_encode([$f, $x]), "\n";
$f = false; [&$q, [$x]] = $f; echo json_encode([$f, $x]), "\n";
$f = null; [[$x], &$w] = $f; echo json_encode([$f, $x]), "\n";
class Plain {}
function id($v) { return $v; }
foreach (['*', '|', '&', '^', '+', '-'] as $op) {
    try { eval("(object) [] $op id([]);"); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
foreach ([null, 1, new Plain] as $v) {
    try { [...$v]; } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
foreach ([true, false, new Plain, [], 1.5] as $v) {
    try { Plain::{$v}; } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
?>
--EXPECT--
<Automatic conversion of false to array is deprecated><Undefined variable $u>{"":1}
<Undefined array key 1>{"1":""}
Cannot access offset of type array on array
Cannot use a scalar value as an array
Cannot unset string offsets
<Undefined variable $u><Undefined variable $v>
<Undefined variable $v><Undefined variable $u>{"":null}
<Undefined variable $v><Undefined variable $u2>""
<Undefined variable $u2><Undefined variable $v>
[{"1":null},null]
<Undefined array key 1>[[null],null]
[{"1":null},null]
Unsupported operand types: array * stdClass
Unsupported operand types: array | stdClass
Unsupported operand types: array & stdClass
Unsupported operand types: array ^ stdClass
Unsupported operand types: stdClass + array
Unsupported operand types: stdClass - array
Error: Only arrays and Traversables can be unpacked, null given
Error: Only arrays and Traversables can be unpacked, int given
TypeError: Only arrays and Traversables can be unpacked, Plain given
Cannot use value of type bool as class constant name
Cannot use value of type bool as class constant name
Cannot use value of type object as class constant name
Cannot use value of type array as class constant name
Cannot use value of type float as class constant name
