--TEST--
The order of operands in errors about unary operators
--FILE--
<?php
foreach (['-[]', '+[]'] as $i => $text) {
    try { eval("class K$i { const N = $text; } return K$i::N;"); } catch (TypeError $e) { echo "const $text: ", $e->getMessage(), "\n"; }
    try { eval("return $text;"); } catch (TypeError $e) { echo "$text: ", $e->getMessage(), "\n"; }
}
--EXPECT--
const -[]: Unsupported operand types: int * array
-[]: Unsupported operand types: array * int
const +[]: Unsupported operand types: int + array
+[]: Unsupported operand types: array * int
