<?php
// Natives that change arrays in typed properties, with callbacks that change the property meanwhile.
class Box
{
    public array $list = [3, 1, 2];
    public ?array $maybe = ['b' => 2, 'a' => 1];
    public array|string $either = [2, 1];
    public iterable $walked = [1, 2];
    public string $text = '';
    public static array $shared = [9, 8];
}
$box = new Box;
for ($round = 0; $round < 3; $round++) {
    sort($box->list);
    rsort($box->list);
    usort($box->list, fn($a, $b) => $a <=> $b);
    uasort($box->maybe, fn($a, $b) => $a <=> $b);
    uksort($box->maybe, fn(string $a, string $b) => strcmp($a, $b));
    ksort($box->maybe);
    krsort($box->maybe);
    arsort($box->list);
    natsort($box->list);
    array_splice($box->list, 1, 1, ['x', 'y']);
    array_walk($box->walked, function (&$value, $key, $more) { $value = $value + $key + $more; }, 10);
    shuffle(Box::$shared);
    sort(Box::$shared);
    preg_match('/(a)(b)?/', 'xab', $box->maybe);
    preg_match_all('/\w/', 'xyz', $box->list);
    echo json_encode([$box, Box::$shared]), "\n";
    $box->list = [3, 1, 2];
    $box->maybe = ['b' => 2, 'a' => 1];
    $box->maybe = null;
    preg_match('/c/', 'abc', $box->maybe);
    echo json_encode($box->maybe), "\n";
    $box->maybe = ['b' => 2, 'a' => 1];
}
// Types refuse what does not fit, before and after.
foreach ([fn() => sort($box->text), fn() => preg_match('/a/', 'a', $box->text), fn() => array_splice($box->maybe['none'], 1),
    fn() => usort($box->list, function ($a, $b) use ($box) { $box->list = 'no'; return 0; }),
    fn() => array_walk($box->list, function (&$v) use ($box) { $box->list = 5; })] as $try) {
    try {
        var_dump($try());
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
    echo json_encode($box), "\n";
}
// A callback that puts another array there.
usort($box->list, function ($a, $b) use ($box) { $box->list = ['other']; return $a <=> $b; });
echo json_encode($box->list), "\n";
array_walk($box->list, function (&$v, $k) use ($box) { static $n = 0; if ($n++ < 2) $box->list[] = "more$n"; $v .= '!'; });
echo json_encode($box->list), "\n";
// References and copies.
$alias = &$box->list;
$copy = $box->list;
sort($alias);
$alias[] = 'end';
echo json_encode([$box->list, $copy]), "\n";
$clone = clone $box;
rsort($clone->list);
echo json_encode([$box->list, $clone->list]), "\n";
unset($alias);
try {
    $box->list = 'text';
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
// Closures as arguments of functions that take references, in loops and generators.
function sorted(array $rows): Generator
{
    foreach ($rows as $row) {
        usort($row, static fn(int $a, int $b): int => $b - $a);
        yield $row;
    }
}
foreach (sorted([[1, 2, 3], [5, 4], []]) as $row) {
    echo json_encode($row), ' ';
}
foreach ([fn($a, $b) => $a - $b, 'strcmp', 'no_such_function', [$box, 'none'], fn($a, $b) => throw new Exception('stop')] as $order) {
    $values = [10, 9, 1];
    try {
        usort($values, $order);
    } catch (Throwable $e) {
        echo get_class($e), ' ', $e->getMessage(), ' ';
    }
    echo json_encode($values), "\n";
}
function by_value_walk($v, $k) { echo "$k=$v "; }
$plain = ['p' => 1, 'q' => 2];
array_walk($plain, 'by_value_walk');
set_error_handler(function ($level, $text) { echo "$text\n"; return true; });
function by_references(&$v, &$k) { $v = "$k$v"; $k = 'changed'; }
function collecting(&$v, $k, &$seen) { $seen[] = $k; $v = [$v]; }
array_walk($plain, 'by_references');
array_walk_recursive($box->maybe, 'collecting', []);
echo json_encode([$plain, $box->maybe]), "\n";
