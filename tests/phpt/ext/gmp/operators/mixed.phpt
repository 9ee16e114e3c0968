--TEST--
GMP works with operators, on both sides, and what it does not take is said
--EXTENSIONS--
gmp
--FILE--
<?php
$n = gmp_init('-123456789012345678901234567890');
$before = $n++;
foreach (['$before', '$n', '-$n', '~$n', '$n >> 3', '$n << 70', '$n % 7', '7 - $n', '"0x10" * $n', '$n & 0xFFFF', '$n | 1', '$n ^ -1', '$n ** 3', '$n . "!"', 'null <=> $n', '(int) $n', '(float) $n'] as $code) {
    echo $code, ' = ', eval("return $code;"), "\n";
}
foreach (['$n / 0', '$n % 0', '$n ** -1', '$n << -1', '$n + "x"', '$n + null', '$n << []', '$n == []'] as $code) {
    try {
        eval("$code;");
    } catch (Error $e) {
        echo $code, ': ', get_class($e), ': ', $e->getMessage(), "\n";
    }
}
var_dump(unserialize(serialize($n)) == $n, clone $n == $n, (bool) gmp_init(0), $n);
?>
--EXPECT--
$before = -123456789012345678901234567890
$n = -123456789012345678901234567889
-$n = 123456789012345678901234567889
~$n = 123456789012345678901234567888
$n >> 3 = -15432098626543209862654320987
$n << 70 = -145752050628652680975897013632263357692012906151936
$n % 7 = 1
7 - $n = 123456789012345678901234567896
"0x10" * $n = -1975308624197530862419753086224
$n & 0xFFFF = 62767
$n | 1 = -123456789012345678901234567889
$n ^ -1 = 123456789012345678901234567888
$n ** 3 = -1881676372353657772546716040543916989997760719597923371520455571726730022661939543616369
$n . "!" = -123456789012345678901234567889!
null <=> $n = -1
(int) $n = -4860475736982489809
(float) $n = -1.2345678901235E+29
$n / 0: DivisionByZeroError: Division by zero
$n % 0: DivisionByZeroError: Modulo by zero
$n ** -1: ValueError: Exponent must be greater than or equal to 0
$n << -1: ValueError: Shift must be greater than or equal to 0
$n + "x": ValueError: Number is not an integer string
$n + null: TypeError: Number must be of type GMP|string|int, null given
$n << []: TypeError: Unsupported operand types: GMP << array
$n == []: TypeError: Number must be of type GMP|string|int, array given
bool(true)
bool(true)
bool(false)
object(GMP)#2 (1) {
  ["num"]=>
  string(31) "-123456789012345678901234567889"
}
