<?php
// A map of 1,000,000 string keys to integers.

function build(int $n): array
{
    $map = [];
    for ($i = 0; $i < $n; $i++) {
        $map["key$i"] = $i;
    }
    return $map;
}

$map = build(1000000);
echo count($map), ' ', $map['key777777'], "\npeak=", memory_get_peak_usage(), "\n";
