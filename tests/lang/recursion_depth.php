<?php

function depth(int $n): int
{
    return $n === 0 ? 0 : 1 + depth($n - 1);
}
echo depth(20000), "\n";
class Node
{
    public $next;

    public function length()
    {
        return $this->next === null ? 1 : 1 + $this->next->length();
    }
}
$head = null;
for ($i = 0; $i < 20000; $i++) {
    $n = new Node();
    $n->next = $head;
    $head = $n;
}
echo $head->length(), "\n";
$head = null;
$n = null;
echo "freed a long list\n";
$deep = [];
for ($i = 0; $i < 50000; $i++) {
    $deep = [$deep];
}
unset($deep);
echo "freed a deep array\n";
function even(int $n): bool
{
    return $n === 0 || odd($n - 1);
}
function odd(int $n): bool
{
    return $n !== 0 && even($n - 1);
}
var_dump(even(9000));
$f = function ($n) use (&$f) {
    return $n ? $f($n - 1) + 1 : 0;
};
echo $f(5000), "\n";
echo array_sum(array_map(fn ($x) => depth($x), [10, 20])), "\n";
function ackermann($m, $n)
{
    return $m === 0 ? $n + 1 : ($n === 0 ? ackermann($m - 1, 1) : ackermann($m - 1, ackermann($m, $n - 1)));
}
echo ackermann(2, 50), "\n";
function gen($n)
{
    yield $n;
    if ($n > 0) {
        yield from gen($n - 1);
    }
}
$sum = 0;
foreach (gen(500) as $v) {
    $sum += $v;
}
echo $sum, "\n";
$json = str_repeat('[', 600) . str_repeat(']', 600);
var_dump(json_decode($json), json_last_error_msg());
