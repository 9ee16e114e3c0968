<?php
$a = [0];
$a[0] = &$a;
$b = [0];
$b[0] = &$b;
$tests = [
    '===' => fn () => $a === $b,
    '!==' => fn () => $a !== $b,
    '==' => fn () => $a == $b,
    '<=>' => fn () => $a <=> $b,
    '===, other length' => fn () => $a === [1, 2],
    '===, same' => fn () => $a === $a,
    'match' => fn () => match ($a) { $b => 1, default => 2 },
    'in_array' => fn () => in_array($a, [$b]),
    'in_array, strict' => fn () => in_array($a, [1, $b], true),
    'array_search' => fn () => array_search($a, [$b], true),
    'array_keys' => fn () => array_keys([$b], $a, true),
];
foreach ($tests as $name => $test) {
    try {
        echo $name, ': ', json_encode($test()), "\n";
    } catch (Error $e) {
        echo $name, ': ', get_class($e), ' ', $e->getMessage(), "\n";
    }
}
// Both may be compared again afterwards.
var_dump([1, [2]] === [1, [2]], $a === [1]);
