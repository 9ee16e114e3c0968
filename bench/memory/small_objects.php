<?php
// 200,000 objects of three properties.

final class Point
{
    public function __construct(public int $x, public int $y, public ?string $label = null)
    {
    }
}

function build(int $n): array
{
    $points = [];
    for ($i = 0; $i < $n; $i++) {
        $points[] = new Point($i, -$i);
    }
    return $points;
}

$points = build(200000);
echo count($points), ' ', $points[199999]->y, "\npeak=", memory_get_peak_usage(), "\n";
