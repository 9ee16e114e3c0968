--TEST--
How often a heap compares
--FILE--
<?php
class H extends SplMinHeap { public $asked = 0; function compare($a, $b): int { $this->asked++; return $a <=> $b; } }
foreach (range(1, 9) as $n) {
    $h = new H;
    foreach (range(1, $n) as $i) $h->insert($i * 7 % 10);
    echo $h->asked, ':';
    foreach ($h as $x) echo ' ', $x;
    echo ' ', $h->asked, "\n";
}
?>
--EXPECT--
0: 7 0
1: 7 4 1
2: 7 4 1 4
4: 8 7 4 1 8
5: 8 7 5 4 1 13
7: 8 7 5 4 2 1 19
9: 9 8 7 5 4 2 1 25
11: 9 8 7 6 5 4 2 1 31
12: 9 8 7 6 5 4 3 2 1 36
