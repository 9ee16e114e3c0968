<?php
// Reports: pivot tables, number formats, sorting of every kind.
$regions = ['North', 'South', 'East', 'West'];
$products = ['Widget', 'gadget', 'Gizmo 10', 'Gizmo 9', 'Éclair', 'apparatus'];
$seed = 12345;
$rand = function (int $n) use (&$seed): int {
    $seed = ($seed * 69069 + 1) & 0xffffffff;
    return ($seed >> 8) % $n;
};
$sales = [];
for ($i = 0; $i < 4000; $i++) $sales[] = ['id' => $i, 'region' => $regions[$rand(4)], 'product' => $products[$rand(6)],
    'qty' => $rand(50) + 1, 'price' => $rand(10000) / 100, 'day' => mktime(0, 0, 0, 1, 1 + $rand(365), 2023), 'vip' => (bool) $rand(2),
    'note' => $rand(10) ? null : "n$i"];
function pivot(array $rows, string $r, string $c, callable $v): array {
    $out = [];
    foreach ($rows as $row) {
        $cell = &$out[$row[$r]][$row[$c]];
        $cell = ($cell ?? 0) + $v($row);
        unset($cell);
    }
    ksort($out);
    foreach ($out as &$x) ksort($x, SORT_FLAG_CASE | SORT_NATURAL);
    return $out;
}
function table(array $p, string $fmt = '%s'): string {
    $cols = array_keys(array_merge(...array_values($p)));
    $w = max(array_map('strlen', array_merge($cols, array_map(fn ($r) => sprintf($fmt, max($r)), $p)))) + 1;
    $s = sprintf("%-7s|", '') . implode('', array_map(fn ($c) => sprintf("%{$w}s", $c), $cols)) . "\n" .
        str_repeat('-', 8 + $w * count($cols)) . "\n";
    foreach ($p as $k => $r) $s .= vsprintf('%-7.5s|' . str_repeat("%{$w}s", count($cols)) . "\n",
        [$k, ...array_map(fn ($c) => sprintf($fmt, $r[$c] ?? 0), $cols)]);
    return $s;
}
echo table(pivot($sales, 'region', 'product', fn ($r) => $r['qty'])), table(pivot($sales, 'region', 'product',
    fn ($r) => $r['qty'] * $r['price']), '%.1f');
$copy = array_slice($sales, 0, 12);
array_multisort(array_column($copy, 'region'), SORT_DESC, array_column($copy, 'qty'), SORT_NUMERIC, SORT_ASC, $copy);
foreach ($copy as $r) printf("%04d %'.-8s %'#10s %+5d %8.2f %5.1e %s %b\n", $r['id'], $r['region'], $r['product'], $r['qty'],
    $r['price'], $r['price'] * 1e5, date('jS M', $r['day']), $r['vip']);
$p = $products;
sort($p);
echo json_encode($p, 256);
sort($p, SORT_NATURAL | SORT_FLAG_CASE);
echo json_encode($p, 256);
rsort($p, SORT_STRING);
echo json_encode($p, 256);
natcasesort($p);
echo json_encode($p, 256);
usort($p, 'strcasecmp');
echo json_encode($p, 256), "\n";
$mixed = ['10', 9, '9a', 1.5, true, null, 'abc', [1], '1e1', 'ABC', '', '0', -1];
sort($mixed);
echo json_encode($mixed);
sort($mixed, SORT_STRING);
rsort($mixed, SORT_NUMERIC);
echo json_encode(array_unique([1, '1', 1.0, true, 'a', 'A', '01'])), json_encode(array_unique(['b', 'a', 'b', '1', 1], SORT_STRING)), "\n";
foreach ([[1234567.891, 2], [1234567.891, 2, ',', '.'], [0.5], [-1234.567, 1], [-0.4], [1234.5678, 3, '', ''], [1e15, 0, '', ' '],
    [123456, -3], [0.285, 2], [1.005, 2], [-0.001, 2], [999.999, 2, '·', '’']] as $a) echo number_format(...$a), ' ';
echo "\n";
foreach (['%05d' => -42, '%5.1f|' => 3.14159, '%-10s|' => 'left', "%'*10s" => 'pad', '%x %1$X %1$o %1$c' => 75, '%e' => 12345.678,
    '%G' => 0.00001234, '%g' => 1e20, '%10.4s|' => 'truncated', '%u' => -1, '%%%d' => '12abc', '%s' => true, '%d' => 1e19,
    '%2$s' => 'x', '%z' => 1, '%.15g' => 0.1, '%h' => 1234.5, '%+d' => 0, "%'010d" => 42, '%5%|' => 1, '%.50F' => 1 / 3,
    '%-08.2f|' => 2.5, '%1$s %1$s' => 'twice', '%03.1f' => 0.05] as $f => $v) try {
    echo $f, ' => ', sprintf($f, $v), "\n";
}  catch (Throwable $e) {
    echo get_class($e), ' ', $e->getMessage(), "\n";
}
foreach ([0.1 + 0.2, 1e100, 1.5e-7, 100000000000000000000.0, -0.0, 1 / 3, 123456789012345678, 1e15, 0.1 + 0.7, 2.50, NAN, -INF,
    1e14 + 0.5, (float) '1e3', 5e-324, 1.7976931348623157e308] as $x) {
    echo $x, ' ', var_export($x, true), ' ', json_encode(is_finite($x) ? $x : 0), ' ', round($x, 2), ' ', floor($x), ' ', serialize($x),
        "\n";
}
foreach ([2.5, 3.5, -2.5, 1.955, 5.055, 1234567.5, 0.285] as $x) echo round($x), round($x, 2), ' ', round($x, -1), ' ',
    round($x, 0, PHP_ROUND_HALF_EVEN), round($x, 0, RoundingMode::TowardsZero), round($x, 1, PHP_ROUND_HALF_DOWN), ' ', ceil($x),
    intdiv((int) $x, 2), ' ';
echo "\n";
$by = [];
foreach ($sales as ['region' => $r, 'product' => $q, 'qty' => $n, 'price' => $c]) {
    $by[$r]['sum'] ??= 0;
    $by[$r]['sum'] += $n * $c;
    $by[$r]['items'][$q][] = $n;
}
uasort($by, fn ($a, $b) => $b['sum'] <=> $a['sum']);
foreach ($by as $r => ['sum' => $s, 'items' => $items]) {
    uksort($items, 'strnatcasecmp');
    printf("%-6s %15s  %s\n", $r, number_format($s,
        2), implode('; ', array_map(fn ($k, $v) => sprintf('%s n=%d µ=%.2f σ=%.2f md=%s', $k, $n = count($v), $m = array_sum($v) / $n,
        sqrt(array_sum(array_map(fn ($x) => ($x - $m) ** 2, $v)) / $n), (function ($v) {
        sort($v);
        return $v[intdiv(count($v), 2)];
    })($v)), array_keys($items), $items)));
}
$h = '';
for ($k = 0; $k < 3; $k++) {
    usort($sales, fn ($a, $b) => [$a['region'], -$a['qty'], $a['price']] <=> [$b['region'], -$b['qty'],
        $b['price']] ?: $a['id'] - $b['id']);
    $h = md5($h . serialize(array_column($sales, 'id')));
    usort($sales, fn ($a, $b) => strcmp($a['product'],
        $b['product']) ?: $b['vip'] <=> $a['vip'] ?: $a['day'] <=> $b['day'] ?: $a['id'] <=> $b['id']);
    $h = md5($h . json_encode(array_column($sales, 'price', 'id')));
    array_multisort(array_column($sales, 'day'), SORT_DESC, array_column($sales, 'product'), SORT_ASC | SORT_FLAG_CASE, $sales);
    $h = md5($h . implode(',', array_map(fn ($r) => sprintf('%s/%05.1f/%d', $r['product'][0], $r['price'], $r['qty']), $sales)));
}
echo $h, "\n";
$o = '';
foreach ($sales as $i => $r) $o .= sprintf("%5d %-10s %'010.2f %s %s\n", $i, $r['product'], $r['price'] * $r['qty'],
    number_format($r['price'] * 1000, 2, ',', '.'), str_pad(dechex($r['id']), 6, '0', STR_PAD_LEFT));
echo md5($o), strlen($o), "\n";
