<?php
// needs: ctype
// Functions that are called without a frame, and again with one when they have something to report: traces and handlers see them.
set_error_handler(function ($level, $text) {
    echo "[$text] ";
    foreach (debug_backtrace() as $frame) {
        if (($frame['class'] ?? '') === '' && $frame['function'] !== '{closure}') echo $frame['function'], '/', count($frame['args'] ?? []), ' ';
    }
    echo "\n";
    return true;
});
function told($what, $run) {
    echo "$what: ";
    try {
        var_dump($run());
    } catch (Throwable $e) {
        echo get_class($e), ' ', $e->getMessage(), ' | ', strtok($e->getTraceAsString(), "\n"), "\n";
    }
}
function each_time($haystack, $needle, $number, $list) {
    for ($i = 0; $i < 3; $i++) {
        told('strpos', fn () => strpos($haystack, $needle, 50 * $i));
        told('stripos', fn () => stripos($haystack, 'LA', $number * $i));
        told('strrpos', fn () => strrpos($haystack, $needle, -$number * $i));
        told('strripos', fn () => strripos($haystack, $needle, 100 * $i));
        told('substr_count', fn () => substr_count($haystack, $i == 1 ? '' : $needle, $i == 2 ? 99 : 0));
        told('intdiv', fn () => intdiv($number, $i));
        told('trim', fn () => trim($haystack, $i == 1 ? 'a..' : 'a..z'));
        told('rtrim', fn () => rtrim($haystack, 'z..a'));
        told('ltrim', fn () => ltrim($haystack, 'fh'));
        told('max', fn () => max($number, $i == 1 ? 'text' : $i));
        told('min', fn () => min($list, $i));
        told('max of list', fn () => max($i == 1 ? [] : $list));
        told('min of one', fn () => min($i == 2 ? 5 : $list));
        told('min of three', fn () => min($number, 2.5, "$i"));
        told('ctype', fn () => ctype_digit($i == 1 ? 53 : "$number"));
    }
}
each_time('ha la la land', 'la', 7, [3, 1, 2]);
function direct($a, $b) {
    $out = [];
    for ($i = 3; $i >= 0; $i--) {
        try {
            $out[] = intdiv($a, $i);
            $out[] = max($a, $b);
            $out[] = trim("x$i ");
        } catch (DivisionByZeroError $e) {
            echo $e->getMessage(), "\n", $e->getTraceAsString(), "\n";
        }
    }
    return implode(',', $out);
}
echo direct(12, 'abc'), "\n", direct(12, 5), "\n";
function produced($list) {
    foreach ($list as $x) yield intdiv($x, 2) . trim(" $x ") . max($x, 3) . strpos("a$x", (string) $x);
}
echo implode(' ', iterator_to_array(produced([1, 2, 30]))), "\n";
class Text { public function __construct(public $s) {} public function __toString(): string { return $this->s; } public function __destruct() { echo "gone "; } }
for ($i = 0; $i < 3; $i++) {
    echo trim(new Text(' t ')), strpos(new Text('abc'), 'c'), max(new Text('a'), 'b'), "\n";
}
print_r(array_map('intdiv', [9, 8], [2, 3]));
print_r(array_map('trim', [' a', 'b ']));
echo intdiv(num2: 2, num1: 9), trim(string: ' n '), strpos(...['haystack' => 'abc', 'needle' => 'b']), max(...[1, 5, 3]), "\n";
try {
    max(value: 1, other: 2);
} catch (Throwable $e) {
    echo $e->getMessage(), "\n";
}
try {
    array_map('intdiv', [1], [0]);
} catch (DivisionByZeroError $e) {
    echo $e->getTraceAsString(), "\n";
}
function referred() {
    $a = 5;
    $b = &$a;
    $list = [4, 9];
    $same = &$list;
    for ($i = 0; $i < 3; $i++) echo max($b, $i), max($same), trim($b), intdiv($b, 2), ' ';
    unset($a, $list);
    echo @max($b, $none), "\n";
}
referred();
