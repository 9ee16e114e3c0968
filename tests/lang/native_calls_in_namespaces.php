<?php
namespace Shop {
    function label(string $s, array &$seen) {
        $seen[] = strtolower($s);
        return str_pad(strtoupper(substr($s, 0, 3)), 5, '-') . strlen($s) . count($seen);
    }
    function matched($text) {
        if (preg_match('/(\d+)-(\d+)/', $text, $found)) {
            return implode('+', array_slice($found, 1));
        }
        return is_null($text) ? 'null' : gettype($text);
    }
    function last(array $list) {
        sort($list);
        return end($list) . key($list) . array_shift($list) . count($list);
    }
    function now() { return chr(65) . chr(\ord('b')) . str_repeat('=', max(2, min(5, 3))); }
    class Box {
        public array $items = ['b', 'a'];
        static array $all = ['z' => 1, 'y' => 2];
        function take(&$x) { $x = is_array($x) ? count($x) : "$x!"; return $x; }
        function run() {
            sort($this->items);
            ksort(self::$all);
            array_push($this->items, strrev('cd'));
            $r = $this->take(strtoupper('q'));
            return json_encode([$this->items, self::$all, $r]);
        }
    }
    $seen = [];
    echo label('Hello', $seen), ' ', label('World!', $seen), "\n";
    echo matched('a 12-34'), ' ', matched(null), ' ', matched(5), "\n";
    echo last([3, 1, 2]), "\n", now(), "\n", (new Box)->run(), "\n";
    // What is called first decides, for one place.
    function size($x) { return strlen($x); }
    echo size('abc'), "\n";
    eval('namespace Shop; function strlen($x) { return "own:$x"; }');
    echo size('abc'), ' ', strlen('abc'), "\n";
    function upper($x) { return ucfirst($x); }
    eval('namespace Shop; function ucfirst(&$x) { $x .= "+"; return "own $x"; }');
    $v = 'v';
    echo upper($v), ' ', ucfirst($v), ' ', $v, "\n";
    try { echo \strtolower([]); } catch (\TypeError $e) { echo $e->getMessage(), ' ', $e->getLine(), "\n"; }
    try {
        echo str_repeat(
            'x',
            -1
        );
    } catch (\ValueError $e) { echo $e->getMessage(), ' ', $e->getLine(), ' ', $e->getTraceAsString(), "\n"; }
    set_error_handler(function ($n, $m) { echo "[$m] ", implode(' < ', array_column((new \Exception)->getTrace(), 'function')), "\n"; return true; });
    function undef() { return is_string($nope) . strlen($nope) . in_array($nope, [1]); }
    echo undef(), "\n";
    function by($a) { return strtolower(implode(',', array_map('strtoupper', explode(' ', trim($a))))); }
    echo by(' a b c '), "\n";
    function gen() { $x = yield strtoupper('one'); yield str_repeat($x, 2); }
    $g = gen(); echo $g->current(), $g->send(lcfirst('Two')), "\n";
    function fold() { return [dirname('/a/b/c'), strtolower('ABC'), defined('PHP_EOL'), function_exists('strlen')]; }
    echo json_encode(fold()), "\n";
    function &ref(array &$a) { return $a[0]; }
    function deep(&$p) { $p++; return $p; }
    $arr = [1];
    echo deep(...[&$arr[0]]), json_encode($arr), "\n";
    array_walk($arr, function (&$v, $k) { $v = "$k:$v"; });
    echo json_encode($arr), "\n";
    function missing() { return not_there(strlen('x')); }
    try { missing(); } catch (\Error $e) { echo $e->getMessage(), "\n"; }
    function few() { return str_replace('a'); }
    try { few(); } catch (\ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
    function named() { return str_pad(string: 'x', length: 3, pad_string: '.'); }
    echo named(), "\n";
    function spread($a) { return max(...$a) . min(...$a); }
    echo spread([1, 5, 3]), "\n";
    echo (function () { return func_num_args() . implode(func_get_args()); })(1, 2, 3), "\n";
    function c() { $a = 1; $b = 2; return json_encode(compact('a', 'b')) . extract(['q' => 7]) . $q; }
    echo c(), "\n";
    $f = strtoupper(...);
    echo $f('done'), "\n";
    echo @file_get_contents('/nope/nope') === false ? "silent\n" : '';
    foreach (array_keys(['p' => 1, 'q' => 2]) as $i => $k) echo $i, $k, array_key_exists($k, ['p' => 1]) ? 'y' : 'n', "\n";
    $list = [3, 1]; 
    echo array_pop($list), next($list) === false ? 'end' : '', reset($list), "\n";
    echo array_pop(array_filter([1, 2])), "\n";
    echo call_user_func('strtoupper', 'cuf'), call_user_func_array('max', [1, 9]), "\n";
}
