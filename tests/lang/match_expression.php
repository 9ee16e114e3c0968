<?php

$f = fn ($x) => match (true) {
    $x < 0 => 'negative',
    $x === 0, $x === 0.0 => 'zero',
    is_string($x) => "string $x",
    default => 'positive',
};
echo $f(-1), ' ', $f(0), ' ', $f(0.0), ' ', $f(5), "\n";
$g = fn ($x) => match ($x) {
    1, 2 => 'low',
    '1' => 'string one',
    null => 'null',
    [1, 2] => 'array',
};
foreach ([1, '1', null, [1, 2], 3, 'long string that goes on and on', 1.5, true, new stdClass(), [3]] as $v) {
    try {
        echo $g($v), "\n";
    } catch (\UnhandledMatchError $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
function side($n)
{
    echo "[$n]";
    return $n;
}
echo match (side(2)) {
    side(1) => 'one',
    side(2) => 'two',
    side(3) => 'three',
}, "\n";
$r = match (1) {
    default => 'only default',
};
echo $r, "\n";
try {
    echo match (1) {
        1 => throw new RuntimeException('from arm'),
    };
} catch (RuntimeException $e) {
    echo $e->getMessage(), "\n";
}
echo match (true) {
    default => 'fallback',
    false => 'no',
    1 === 1 => 'match after default',
}, "\n";
foreach (range(1, 6) as $i) {
    match ($i % 3) {
        0 => print('fizz '),
        1 => null,
        2 => print("$i "),
    };
}
echo "\n";
