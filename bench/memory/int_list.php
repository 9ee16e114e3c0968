<?php
// A list of 1,000,000 integers, appended one by one.

function build(int $n): array
{
    $list = [];
    for ($i = 0; $i < $n; $i++) {
        $list[] = $i * 3;
    }
    return $list;
}

$list = build(1000000);
echo count($list), ' ', $list[999999], "\npeak=", memory_get_peak_usage(), "\n";
