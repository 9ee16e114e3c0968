--TEST--
Messages show operands of commutative operators in the order in which PHP has them
--FILE--
<?php
$o = new stdClass;
$t = true;
function f() { return true; }
foreach ([fn() => 1 * $o, fn() => $t * $o, fn() => !$t * $o, fn() => 1 + $o, fn() => f() * $o, fn() => -$t * $o, fn() => 1 | $o, fn() => !$t ^ $o] as $f) {
    try {
        $f();
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
Unsupported operand types: stdClass * int
Unsupported operand types: bool * stdClass
Unsupported operand types: stdClass * bool
Unsupported operand types: int + stdClass
Unsupported operand types: stdClass * bool
Unsupported operand types: stdClass * int
Unsupported operand types: stdClass | int
Unsupported operand types: stdClass ^ bool
