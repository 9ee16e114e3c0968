<?php
// 100,000 records: an associative array holding a list each.

function build(int $n): array
{
    $records = [];
    for ($i = 0; $i < $n; $i++) {
        $records[] = ['id' => $i, 'name' => 'same for all', 'tags' => [$i, $i + 1, $i + 2]];
    }
    return $records;
}

$records = build(100000);
echo count($records), ' ', $records[99999]['tags'][2], "\npeak=", memory_get_peak_usage(), "\n";
