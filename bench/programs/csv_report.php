<?php
// Rows of CSV to objects, grouped and summed, and back to CSV.
final class Sale {
    public function __construct(public string $day, public string $shop, public string $item, public int $count, public float $price) {}
    public static function fromRow(array $row): self {
        return new self($row['day'], $row['shop'], $row['item'], (int) $row['count'], (float) $row['price']);
    }
    public function sum(): float { return $this->count * $this->price; }
}
$lines = ["day,shop,item,count,price"];
for ($i = 0; $i < 50000; $i++) {
    $lines[] = sprintf('2026-%02d-%02d,"Shop ""%d""",item %d,%d,%.2f', $i % 12 + 1, $i % 28 + 1, $i % 13, $i % 97, $i % 7, ($i % 89) / 4);
}
function rows(array $lines): Generator {
    $head = str_getcsv(array_shift($lines), ',', '"', '');
    foreach ($lines as $line) {
        yield array_combine($head, str_getcsv($line, ',', '"', ''));
    }
}
$sales = array_map(Sale::fromRow(...), iterator_to_array(rows($lines), false));
$groups = [];
foreach ($sales as $sale) {
    $group = &$groups[$sale->shop][substr($sale->day, 0, 7)];
    $group['sum'] = ($group['sum'] ?? 0.0) + $sale->sum();
    $group['items'][$sale->item] = true;
    unset($group);
}
ksort($groups);
$out = fopen('php://memory', 'w+');
foreach ($groups as $shop => $months) {
    ksort($months);
    foreach ($months as $month => ['sum' => $sum, 'items' => $items]) {
        fputcsv($out, [$shop, $month, number_format($sum, 2, '.', ''), count($items)], ',', '"', '');
    }
}
rewind($out);
echo md5(stream_get_contents($out)), "\n";
usort($sales, fn (Sale $a, Sale $b) => $b->sum() <=> $a->sum() ?: $a->day <=> $b->day);
foreach (array_slice($sales, 0, 5) as $sale) {
    echo $sale->day, ' ', $sale->shop, ' ', $sale->sum(), "\n";
}
