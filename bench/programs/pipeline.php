<?php
// Generators, closures and collections chained over records.
class Collection implements IteratorAggregate {
    public function __construct(private iterable $items) {}
    public static function range(int $from, int $to): static {
        return new static((function () use ($from, $to) {
            for ($i = $from; $i <= $to; $i++) {
                yield $i => ['id' => $i, 'score' => $i * 37 % 101, 'group' => 'g' . $i % 6];
            }
        })());
    }
    public function map(callable $f): static {
        return new static((function () use ($f) {
            foreach ($this->items as $key => $item) {
                yield $key => $f($item);
            }
        })());
    }
    public function filter(callable $f): static {
        return new static((function () use ($f) {
            foreach ($this->items as $key => $item) {
                if ($f($item)) {
                    yield $key => $item;
                }
            }
        })());
    }
    public function chunk(int $size): static {
        return new static((function () use ($size) {
            $chunk = [];
            foreach ($this->items as $item) {
                $chunk[] = $item;
                if (count($chunk) === $size) {
                    yield $chunk;
                    $chunk = [];
                }
            }
            if ($chunk) {
                yield $chunk;
            }
        })());
    }
    public function flat(): static {
        return new static((function () {
            foreach ($this->items as $items) {
                yield from $items;
            }
        })());
    }
    public function group(string $by): array {
        $groups = [];
        foreach ($this->items as $item) {
            $groups[$item[$by]][] = $item;
        }
        ksort($groups);
        return $groups;
    }
    public function reduce(callable $f, mixed $start = null): mixed {
        foreach ($this->items as $item) {
            $start = $f($start, $item);
        }
        return $start;
    }
    public function getIterator(): Iterator { yield from $this->items; }
}
$sum = 0;
for ($round = 0; $round < 80; $round++) {
    $sum += Collection::range(1, 4000)->filter(fn ($r) => $r['score'] > 20)->map(fn ($r) => [...$r, 'half' => $r['score'] / 2])
        ->chunk(50)->flat()->reduce(fn ($sum, $r) => $sum + $r['half'], 0);
    foreach (Collection::range(1, 3000)->map(fn ($r) => ['score' => $r['score'] + $round] + $r)->group('group') as $name => $items) {
        $sum += max(array_column($items, 'score')) + count(array_filter($items, fn ($r) => $r['id'] % 3 === 0)) + strlen($name);
    }
    foreach (new Collection([1, 2, 3]) as $item) {
        $sum += $item;
    }
}
echo $sum, "\n";
