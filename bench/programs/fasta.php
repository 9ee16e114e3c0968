<?php
// Random DNA by weights; the generator's state goes by reference.
function draw(int &$seed): float {
    $seed = ($seed * 3877 + 29573) % 139968;
    return $seed / 139968;
}
function cumulative(array &$weights): void {
    $sum = 0.0;
    foreach ($weights as &$weight) {
        $sum += $weight;
        $weight = $sum;
    }
}
function random_text(array &$weights, int &$seed, int $length): string {
    $text = '';
    $left = $length;
    while ($left > 0) {
        $width = min(60, $left);
        $line = '';
        for ($i = 0; $i < $width; $i++) {
            $drawn = draw($seed);
            foreach ($weights as $letter => $limit) {
                if ($drawn < $limit) {
                    $line .= $letter;
                    break;
                }
            }
        }
        $text .= $line . "\n";
        $left -= $width;
    }
    return $text;
}
$seed = 42;
$weights = ['a' => 0.27, 'c' => 0.12, 'g' => 0.12, 't' => 0.27, 'B' => 0.02, 'D' => 0.02, 'H' => 0.02, 'K' => 0.02, 'M' => 0.02,
    'N' => 0.02, 'R' => 0.02, 'S' => 0.02, 'V' => 0.02, 'W' => 0.02, 'Y' => 0.02];
cumulative($weights);
echo md5(random_text($weights, $seed, 1200000)), "\n";
