<?php
// Escape times over a grid: float arithmetic in local variables.

function escapeTime(float $cr, float $ci, int $limit): int
{
    $zr = 0.0;
    $zi = 0.0;
    for ($i = 0; $i < $limit; $i++) {
        $rr = $zr * $zr;
        $ii = $zi * $zi;
        if ($rr + $ii > 4.0) {
            return $i;
        }
        $zi = 2.0 * $zr * $zi + $ci;
        $zr = $rr - $ii + $cr;
    }
    return $limit;
}

function mandelbrot(int $width, int $height, int $limit): array
{
    $histogram = array_fill(0, $limit + 1, 0);
    for ($y = 0; $y < $height; $y++) {
        $ci = 2.4 * $y / $height - 1.2;
        for ($x = 0; $x < $width; $x++) {
            $histogram[escapeTime(3.2 * $x / $width - 2.2, $ci, $limit)]++;
        }
    }
    return $histogram;
}

function main(): void
{
    $histogram = mandelbrot(800, 600, 200);
    $checksum = 0;
    foreach ($histogram as $time => $count) {
        $checksum = ($checksum * 31 + $time * $count) % 1000000007;
    }
    echo $histogram[200], ' ', $checksum, "\n";
}

main();
