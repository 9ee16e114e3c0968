<?php

// Symfony ExpressionLanguage: evaluates and compiles an expression.

use Symfony\Component\ExpressionLanguage\ExpressionLanguage;

$values = ['a' => (object) ['b' => 4], 'c' => ['x' => 'q'], 'd' => false];

return function () use ($values): array {
    $language = new ExpressionLanguage();
    return [
        $language->evaluate('a.b > 3 and (c["x"] in ["p", "q"] or not d) ? 1 + 2 * 3 : "no" ~ d', $values),
        $language->compile('x["a"] + 3 * y', ['x', 'y']),
    ];
};
