<?php

// Brick's big numbers, calculated in PHP.

use Brick\Math\{BigDecimal, BigInteger, Internal\Calculator, Internal\Calculator\NativeCalculator};

return function (): array {
    Calculator::set(new NativeCalculator());
    $factorial = BigInteger::of(1);
    for ($i = 1; $i < 60; $i++) {
        $factorial = $factorial->multipliedBy($i);
    }
    return [(string) $factorial, (string) BigDecimal::of('3.14159265358979323846')->power(12), (string) $factorial->sqrt()];
};
