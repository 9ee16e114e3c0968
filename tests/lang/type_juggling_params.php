<?php

function i(int $x)
{
    return $x;
}
function fl(float $x)
{
    return $x;
}
function s(string $x)
{
    return $x;
}
function b(bool $x)
{
    return $x;
}
function is(int|string $x)
{
    return $x;
}
function fi(int|float $x)
{
    return $x;
}
function fb(float|bool $x)
{
    return $x;
}
function n(?int $x)
{
    return $x;
}
class Str
{
    public function __toString(): string
    {
        return 'stringable';
    }
}
$values = [5, -0.0, 1.0, 1.5, 1e20, NAN, '5', '5.0', '5.5', ' 5', '5 ', '5x', '', 'abc', '1e2', true, false, null, [], new Str(), new stdClass()];
foreach (['i', 'fl', 's', 'b', 'is', 'fi', 'fb', 'n'] as $f) {
    foreach ($values as $v) {
        echo $f, '(', is_object($v) ? get_class($v) : var_export($v, true), ') = ';
        try {
            var_dump($f($v));
        } catch (TypeError $e) {
            echo preg_replace('~, called in .*~', '', $e->getMessage()), "\n";
        }
    }
}
