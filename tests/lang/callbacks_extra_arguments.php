<?php
// Natives pass more arguments than some callbacks have parameters: those see them all the same.
print_r(array_filter(['a' => 1, 'b' => 2], function () { return func_get_arg(0) === 2; }));
print_r(array_filter(['a' => 1, 'b' => 2], function ($x) { return func_get_args() === [2, 'b']; }, ARRAY_FILTER_USE_BOTH));
var_dump(array_find([1, 2, 3], fn ($x) => $x > 1), array_find_key([1, 2, 3], fn () => true), array_any([1], fn (...$all) => count($all) == 2));
var_dump(array_all(['k' => 'v'], fn ($v, ...$rest) => $rest === ['k']));
function shown($x) {
    echo (new Exception)->getTraceAsString(), "\n";
    return true;
}
array_find([1], 'shown');
array_find([1], function ($x) { return shown($x); });
class Kept {
    public function __construct(public $name) {}
    public function __destruct() { echo "gone {$this->name}\n"; }
    public function first($x) { return true; }
    public static function any() { return count(func_get_args()) == 2; }
}
array_find([new Kept('a'), new Kept('b')], fn () => false);
echo "walked\n";
var_dump(array_any([1], [new Kept('c'), 'first']), array_any([1], ['Kept', 'any']));
$list = [3, 4];
array_walk($list, function ($v) { echo $v, count(func_get_args()), ' '; }, 'more');
array_walk($list, function (&$v, $k, $more) { $v .= $k . $more; }, 'more');
print_r($list);
function numbered($x) { yield $x; yield func_num_args(); }
foreach (array_map('numbered', [1, 2]) as $g) { echo implode(',', iterator_to_array($g)), "\n"; }
function deep($n) { return $n == 0 ? 0 : 1 + array_find([$n - 1], fn ($x) => true) * 0 + deep($n - 1); }
echo deep(50), "\n";
try {
    array_find([1, 2], function ($x) { throw new Exception("at $x"); });
} catch (Exception $e) {
    echo $e->getMessage(), "\n", $e->getTraceAsString(), "\n";
}
echo implode(' ', array_map(fn ($x, $y = 5) => $x + $y, [1, 2])), "\n";
try {
    array_find([1], fn ($x, $y, $z) => true);
} catch (ArgumentCountError $e) {
    echo $e->getMessage(), "\n";
}
