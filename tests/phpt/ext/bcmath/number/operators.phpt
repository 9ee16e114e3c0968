--TEST--
BcMath\Number works with operators, copies itself, and keeps its scale
--EXTENSIONS--
bcmath
--FILE--
<?php
$n = new BcMath\Number('12.3400');
$before = $n++;
echo "$before $n ", -$n, ' ', $n . '!', ' ', 1 <=> $n, "\n";
foreach (['/' => '3', '**' => '-2', '%' => '5.1', '*' => '2.50'] as $operator => $other) {
    $result = eval("return \$n $operator \$other;");
    echo "$operator $result {$result->scale}\n";
}
foreach (['$n | 1', '1 << $n', '~$n', '$n + []', '"x" - $n', '2 ** $n', '$n ** "99999999999999999999"', '$n->value = 1'] as $code) {
    try {
        eval("$code;");
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
var_dump(unserialize(serialize($n)) == $n, clone $n == $n, json_encode($n));
?>
--EXPECT--
12.3400 13.3400 -13.3400 13.3400! -1
/ 4.44666666666666 14
** 0.00561937921593 14
% 3.1400 4
* 33.350000 6
TypeError: Unsupported operand types: BcMath\Number | int
TypeError: Unsupported operand types: int << BcMath\Number
TypeError: Cannot perform bitwise not on BcMath\Number
TypeError: Unsupported operand types: BcMath\Number + array
ValueError: Left string operand cannot be converted to BcMath\Number
ValueError: exponent cannot have a fractional part
ValueError: exponent is too large
Error: Cannot modify readonly property BcMath\Number::$value
bool(true)
bool(true)
string(29) "{"value":"13.3400","scale":4}"
