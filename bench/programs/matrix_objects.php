<?php
// Matrices as immutable objects with operators as methods, and a linear system by elimination.
final class Matrix {
    private function __construct(private array $rows) {}
    public static function of(int $n, callable $cell): self {
        $rows = [];
        for ($i = 0; $i < $n; $i++) {
            for ($j = 0; $j < $n; $j++) {
                $rows[$i][$j] = $cell($i, $j);
            }
        }
        return new self($rows);
    }
    public function times(self $other): self {
        $columns = array_map(null, ...$other->rows);
        $rows = [];
        foreach ($this->rows as $i => $row) {
            foreach ($columns as $j => $column) {
                $sum = 0.0;
                foreach ($row as $k => $value) {
                    $sum += $value * $column[$k];
                }
                $rows[$i][$j] = $sum;
            }
        }
        return new self($rows);
    }
    public function map(callable $f): self { return new self(array_map(fn (array $row) => array_map($f, $row), $this->rows)); }
    public function solve(array $right): array {
        $rows = $this->rows;
        $n = count($rows);
        for ($i = 0; $i < $n; $i++) {
            for ($k = $i + 1; $k < $n; $k++) {
                $factor = $rows[$k][$i] / $rows[$i][$i];
                for ($j = $i; $j < $n; $j++) {
                    $rows[$k][$j] -= $factor * $rows[$i][$j];
                }
                $right[$k] -= $factor * $right[$i];
            }
        }
        for ($i = $n - 1; $i >= 0; $i--) {
            for ($j = $i + 1; $j < $n; $j++) {
                $right[$i] -= $rows[$i][$j] * $right[$j];
            }
            $right[$i] /= $rows[$i][$i];
        }
        return $right;
    }
    public function trace(): float {
        $sum = 0.0;
        foreach ($this->rows as $i => $row) {
            $sum += $row[$i];
        }
        return $sum;
    }
}
$n = 110;
$m = Matrix::of($n, fn (int $i, int $j) => $i === $j ? $n + 1.0 : 1.0 / ($i + $j + 1));
for ($round = 0; $round < 6; $round++) {
    $m = $m->times($m)->map(fn (float $v) => $v / 120);
}
$solution = $m->solve(range(1, $n));
printf("%.6e %.6e\n", $m->trace(), array_sum($solution));
