--TEST--
GMP works with operators, on both sides, and what it does not take is said
--EXTENSIONS--
gmp
--FILE--
<?php
$n = gmp_init('-123456789012345678901234567890');
$before = $n++;
foreach (['$before', '$n', '-$n', '~$n', '$n >> 3', '$n << 70', '$n % 7', '7 - $n', '"0x10" * $n', '$n & 0xFFFF', '$n | 1', '$n ^ -1', '$n ** 3', '$n . "!"', '$n <=> 5', 'null <=> $n', '(int) $n', '(float) $n'] as $code) {
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
