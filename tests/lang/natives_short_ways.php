<?php
// Loose and strict comparisons in searches, of every kind of value with every other.
$kinds = [null, false, true, 0, 1, -1, 0.0, -0.0, 1.0, 1.5, NAN, INF, '', '0', '1', '1.0', 'a', ' 1', '1 ', [], [1], [null]];
foreach ($kinds as $i => $needle) {
    $loose = $strict = '';
    foreach ($kinds as $value) {
        $loose .= (int) in_array($needle, [$value]);
        $strict .= (int) in_array($needle, [$value], true);
    }
    echo str_pad($i, 3), $loose, ' ', $strict, ' ', count(array_keys($kinds, $needle)), ' ', json_encode(array_search($needle, $kinds)), "\n";
}
$undefined = [1 => 5];
unset($undefined[1]);
$undefined[2] = null;
var_dump(in_array(null, $undefined, true), array_search(false, $undefined));

// Elements that are references, and what array_walk leaves of them.
$x = 5;
$list = [1, &$x, 'text', [1, 2], 4 => null];
var_dump(array_reverse($list) === [null, [1, 2], 'text', 5, 1]);
$alone = (function () { $y = 'only here'; $a = ['a', &$y, 'b']; return $a; })();
$back = array_reverse($alone);
$alone[1] = 'changed';
var_dump($back);

array_walk($list, function ($value, $key) use (&$list) {
    if ($key === 1) {
        $list[1] = 6;
        $list[] = 'new';
    }
    echo $key, ' => ', json_encode($value), "\n";
});
var_dump($x, $list);
array_walk($list, function (&$value, $key) { $value = $key; });
var_dump($x, $list);
$nested = ['a' => [1, 2], 'b' => ['c' => [3]], 'd' => 4];
array_walk_recursive($nested, function ($value, $key, $more) { echo "$key$value$more "; }, '!');
array_walk_recursive($nested, function (&$value, $key) { $value *= 10; });
echo json_encode($nested), "\n";
array_walk($nested, 'var_dump');
class Any {
    function __call($name, $arguments) { $arguments[0] = "$name {$arguments[1]}"; }
    static function all(...$arguments) { $arguments[0] = 'not kept'; }
    static function every(&...$arguments) { $arguments[0] = 'kept'; }
}
$words = ['x' => 'y', 'z' => 'w'];
array_walk($words, [new Any, 'nothing']);
var_dump($words);
array_walk($words, ['Any', 'all']);
array_walk($words, fn ($v) => $v = 'neither');
var_dump($words);
try {
    array_walk($words, ['Any', 'every']);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
var_dump($words);
try {
    array_walk($words, function ($v) use (&$words) { $words = 5; });
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}

// Long texts that are made block after block.
foreach ([0, 1, 2, 3, 766, 767, 768, 769, 770, 771, 1535, 1536, 1537, 5000] as $length) {
    $bytes = substr(str_repeat("\x00\xff\x10abc\x80", 1000), 0, $length);
    $text = base64_encode($bytes);
    var_dump(base64_decode($text) === $bytes, strlen($text), md5($text));
}

// What is made at compile time.
echo json_encode([log(8, 2), pow(2, 3), array_merge(['a'], ['b'], ['c']), array_merge_recursive(['k' => ['a']], ['k' => ['b']], ['k' => 'c']),
    max(1, 2.5, '3'), min('a', 'b', 'c'), is_callable('strlen'), is_callable('no_such_function'), round(7, -1), array_key_exists(null, ['' => 1]),
    array_diff([1, 2, 3], [2], [3]), array_intersect_key(['a' => 1, 'b' => 2], ['a' => 0], ['a' => 0]), phpversion() === PHP_VERSION]), "\n";

// Settings by name, again and again, while they change.
for ($i = 0; $i < 3; $i++) {
    foreach (['precision', 'pre' . 'cision', 'memory_limit', 'no.such', 'PRECISION'] as $name) {
        echo json_encode(ini_get($name)), ' ';
    }
    var_dump(ini_set('precision', 10 + $i), ini_get('precision'), 1 / 3);
    if ($i === 1) {
        ini_restore('precision');
        var_dump(ini_get('precision'));
    }
}

echo timezone_name_from_abbr('CEST'), ' ', timezone_name_from_abbr('', 3600, 0), ' ', json_encode(timezone_name_from_abbr('nope')), "\n";
foreach (['integer' => 1, 'double' => 1.5, 'string' => 'x', 'boolean' => false, 'array' => [], 'NULL' => null, 'object' => new Any] as $type => $value) {
    $same = &$value;
    var_dump(gettype($value) === $type);
}
