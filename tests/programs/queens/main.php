<?php

// The n queens, four ways: arrays and recursion, bit masks, a generator that yields solutions, and objects.
// All must agree.

declare(strict_types=1);

interface Solver
{
    public function count(int $size): int;
}

final class ArraySolver implements Solver
{
    private array $columns = [];
    private array $rising = [];
    private array $falling = [];

    public function count(int $size, int $row = 0): int
    {
        if ($row === $size) {
            return 1;
        }
        $found = 0;
        for ($column = 0; $column < $size; $column++) {
            if (isset($this->columns[$column]) || isset($this->rising[$row + $column]) || isset($this->falling[$row - $column])) {
                continue;
            }
            $this->columns[$column] = $this->rising[$row + $column] = $this->falling[$row - $column] = true;
            $found += $this->count($size, $row + 1);
            unset($this->columns[$column], $this->rising[$row + $column], $this->falling[$row - $column]);
        }
        return $found;
    }
}

final class BitSolver implements Solver
{
    public function count(int $size): int
    {
        $all = (1 << $size) - 1;
        $place = static function (int $columns, int $left, int $right) use (&$place, $all): int {
            if ($columns === $all) {
                return 1;
            }
            $found = 0;
            $free = $all & ~($columns | $left | $right);
            while ($free) {
                $bit = $free & -$free;
                $free ^= $bit;
                $found += $place($columns | $bit, ($left | $bit) << 1, ($right | $bit) >> 1);
            }
            return $found;
        };
        return $place(0, 0, 0);
    }
}

final class GeneratorSolver implements Solver, IteratorAggregate
{
    private int $size = 8;

    public function count(int $size): int
    {
        $this->size = $size;
        return iterator_count($this);
    }

    public function of(int $size): static
    {
        $this->size = $size;
        return $this;
    }

    public function getIterator(): Traversable
    {
        yield from $this->extend([]);
    }

    private function extend(array $placed): Generator
    {
        $row = count($placed);
        if ($row === $this->size) {
            yield implode('', $placed) => $placed;
            return;
        }
        foreach (range(0, $this->size - 1) as $column) {
            foreach ($placed as $otherRow => $other) {
                if ($other === $column || abs($other - $column) === $row - $otherRow) {
                    continue 2;
                }
            }
            yield from $this->extend([...$placed, $column]);
        }
    }
}

final class Queen
{
    private int $row = 0;

    public function __construct(private readonly int $column, private readonly int $size, private readonly ?Queen $neighbour)
    {
    }

    private function attacks(int $row, int $column): bool
    {
        $distance = $column - $this->column;
        return $this->row === $row || $this->row + $distance === $row || $this->row - $distance === $row
            || $this->neighbour?->attacks($row, $column);
    }

    public function next(): bool
    {
        while (true) {
            while (++$this->row <= $this->size) {
                if (!$this->neighbour?->attacks($this->row, $this->column)) {
                    return true;
                }
            }
            if ($this->neighbour === null || !$this->neighbour->next()) {
                return false;
            }
            $this->row = 0;
        }
    }

    public function first(): bool
    {
        return ($this->neighbour?->first() ?? true) && $this->next();
    }
}

final class ObjectSolver implements Solver
{
    public function count(int $size): int
    {
        $last = null;
        for ($column = 1; $column <= $size; $column++) {
            $last = new Queen($column, $size, $last);
        }
        $found = 0;
        for ($more = $last->first(); $more; $more = $last->next()) {
            $found++;
        }
        return $found;
    }
}

function board(array $placed): string
{
    $size = count($placed);
    $lines = array_map(fn (int $column): string => str_repeat('. ', $column) . 'Q ' . str_repeat('. ', $size - $column - 1), $placed);
    return implode("\n", array_map(rtrim(...), $lines)) . "\n";
}

foreach ([new ArraySolver(), new BitSolver(), new GeneratorSolver(), new ObjectSolver()] as $solver) {
    printf("%-16s", $solver::class);
    for ($size = 1; $size <= ($solver instanceof BitSolver ? 10 : 8); $size++) {
        printf('%5d', $solver->count($size));
    }
    echo "\n";
}
$solutions = (new GeneratorSolver())->of(6);
foreach ($solutions as $name => $placed) {
    echo "\n$name\n", board($placed);
}
$eight = iterator_to_array((new GeneratorSolver())->of(8));
echo "\n", array_key_first($eight), ' ', array_key_last($eight), ' ', md5(serialize($eight)), "\n";

// Distinct solutions, under rotation and reflection.
$turn = fn (array $q): array => array_map(fn (int $i): int => count($q) - 1 - array_search($i, $q, true), array_keys($q));
$mirror = fn (array $q): array => array_reverse($q);
$distinct = [];
foreach ($eight as $placed) {
    $same = [];
    for ($i = 0, $q = $placed; $i < 4; $i++, $q = $turn($q)) {
        array_push($same, implode('', $q), implode('', $mirror($q)));
    }
    $distinct[min($same)] = true;
}
ksort($distinct, SORT_STRING);
echo count($distinct), ': ', implode(' ', array_keys($distinct)), "\n";
