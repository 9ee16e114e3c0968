<?php
// Reports over rows: array functions with callbacks, grouping, sorting by several keys, number formats.
mt_srand(3);
$rows = [];
for ($i = 0; $i < 4000; $i++) {
    $rows[] = ['id' => $i, 'sku' => sprintf('SKU-%05d', mt_rand(0, 99999)), 'category' => ['tools', 'toys', 'books', 'food', 'music'][mt_rand(0, 4)], 'price' => mt_rand(100, 99999) / 100, 'stock' => mt_rand(0, 500), 'tags' => array_slice(['new', 'sale', 'old', 'hot'], 0, mt_rand(0, 4))];
}
function group_by(array $rows, string $key): array {
    $groups = [];
    foreach ($rows as $row) {
        $groups[$row[$key]][] = $row;
    }
    ksort($groups);
    return $groups;
}
for ($round = 0; $round < 6; $round++) {
    $report = [];
    foreach (group_by($rows, 'category') as $category => $items) {
        $values = array_map(fn (array $item): float => $item['price'] * $item['stock'], $items);
        $report[$category] = ['count' => count($items), 'value' => number_format(array_sum($values), 2), 'best' => max($values), 'mean' => round(array_sum($values) / count($values), 3), 'empty' => count(array_filter($items, fn ($item) => $item['stock'] === 0))];
    }
    usort($rows, fn ($a, $b) => [$a['category'], $b['price'], $a['sku']] <=> [$b['category'], $a['price'], $b['sku']]);
    $tags = array_count_values(array_merge(...array_column($rows, 'tags')));
    arsort($tags);
    $cheap = array_reduce($rows, fn (?array $least, array $row) => $least === null || $row['price'] < $least['price'] ? $row : $least);
    $index = array_combine(array_column($rows, 'id'), array_column($rows, 'sku'));
    uasort($index, strcmp(...));
    $pages = array_chunk($rows, 50, true);
    $changed = array_map(function (array $row) use ($round) { $row['price'] = round($row['price'] * 1.01, 2); $row['round'] = $round; unset($row['tags'][0]); return $row; }, $rows);
    $rows = array_map(fn ($row) => array_diff_key($row, ['round' => 1]), $changed);
    foreach ($rows as &$row) {
        $row['tags'] = array_values($row['tags']);
    }
    unset($row);
}
print_r($report);
print_r($tags);
echo $cheap['sku'], ' ', array_key_first($index), ' ', array_key_last($index), ' ', count($pages), ' ', md5(serialize($rows)), "\n";
