<?php
// Arithmetic into a variable that is bound to a typed property: the result is checked by the rules of the code that runs, in the
// main script too, after calls of native functions.
class Amount { public int $n = 1; public ?string $s = 's'; }
$amount = new Amount;
foreach ([null, 1, null, 2.5, '7', PHP_INT_MIN] as $value) {
    try {
        $n = -$value;
        $amount->n = &$n;
        $n = $value;
    } catch (TypeError $e) {
        echo $e->getMessage(), ' @', $e->getLine(), "\n";
    }
    var_dump($n);
}
function sums(array $values): void {
    $amount = new Amount;
    $n = &$amount->n;
    $one = 1;
    $other = &$one;
    foreach ($values as $value) {
        try {
            strlen('native');
            $n = $other + 1;
            $n = $other * 2.5;
            $n = $value * 2;
            $n = $value - $other;
        } catch (TypeError $e) {
            echo $e->getMessage(), ' @', $e->getLine(), "\n";
        }
        var_dump($n);
    }
}
sums([1, 2.5, null, '3', PHP_INT_MAX, 'x4', []]);
$s = &$amount->s;
$half = 0.5;
$ref = &$half;
for ($i = 0; $i < 4; $i++) {
    strlen('native');
    $s = $ref + $i;
    $s = $ref - 1;
    var_dump($s);
}
