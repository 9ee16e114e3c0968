<?php

// Native functions that call back, with values changed on the way.
$a = [3, 1, 2];
usort($a, 'strcmp');
echo implode($a), "\n";
echo implode(',', array_map(fn ($x, $k) => "$k$x", ['a' => 1, 'b' => 2], array_keys(['a' => 1, 'b' => 2]))), "\n";
array_walk($a, function (&$v, $k, $extra) {
    $v = $v * 10 + $k + $extra;
}, 100);
echo implode(',', $a), "\n";
$total = 0;
array_map(function ($x) use (&$total) {
    $total += $x;
}, $a);
echo $total, "\n";
try {
    array_map(function ($x) {
        if ($x === 2) {
            throw new Exception("stopped at $x");
        }
        echo $x;
        return $x;
    }, [1, 2, 3]);
} catch (Exception $e) {
    echo ' ', $e->getMessage(), "\n";
}
$list = [1, 2, 3];
array_walk($list, function (&$v, $k) use (&$list) {
    if ($k === 0) {
        $list[] = 'appended';
    }
    $v .= '!';
});
echo json_encode($list), "\n";
$list = [3, 1, 2];
echo json_encode(array_filter(['x' => 1, 'y' => 2], fn ($v) => $v > 1)), "\n";
class Cmp
{
    public static int $calls = 0;

    public static function by($a, $b)
    {
        self::$calls++;
        return $a <=> $b;
    }
}
usort($list, ['Cmp', 'by']);
usort($list, 'Cmp::by');
echo Cmp::$calls > 0 ? 'called' : 'no', "\n";
echo preg_replace_callback('/\d/', 'double', 'a1b2'), "\n";
function double(array $m): string
{
    return (string) ($m[0] * 2);
}
echo implode(',', iterator_to_array(new CallbackFilterIterator(new ArrayIterator([1, 2, 3, 4]), fn ($x) => $x % 2 === 0), false)), "\n";
foreach ([fn () => array_map('no_function', [1]), fn () => usort($list, 5), fn () => array_map(fn ($a, $b) => 1, [1]), fn () => array_filter([1], 'strlen', 99), fn () => array_map([], [1]), fn () => call_user_func(fn (int $x) => $x, 'x'), fn () => array_reduce([1], fn () => throw new LogicException('r'))] as $try) {
    try {
        var_dump($try());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
register_shutdown_function('printf', "%s\n", 'native function at shutdown');
set_error_handler(fn (...$a) => print(count($a) . " $a[0] $a[1]\n"));
echo $undefined;
restore_error_handler();
ob_start(fn (string $b): string => strtoupper($b));
echo "upper\n";
ob_end_flush();
echo implode(' ', array_map(strrev(...), ['abc', 'def'])), ' ', array_sum(array_map('intval', ['1', '2x'])), "\n";
