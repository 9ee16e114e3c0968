--TEST--
Arguments of a call that is being prepared survive error handlers and destructors
--FILE--
<?php
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { busy(30, "d"); } }
function busy($n, $with) { return $n > 0 ? busy($n - 1, "$with$n") : [1, 2, 3]; }
function taking(&...$a) { return implode(",", array_map(fn($x) => is_object($x) ? "D{$x->n}" : json_encode($x), $a)); }
function named($first, &$second, $third = new D(3)) { return "$first $second D{$third->n}"; }
#[Deprecated] function old(...$a) { return implode(",", array_map(fn($x) => $x->n, $a)); }

$seen = 0;
set_error_handler(function ($code, $message) use (&$seen) {
    $seen++;
    busy(50, "handler");
    if (str_contains($message, 'second') && $seen > 40) throw new Exception("enough");
    return true;
});
echo call_user_func_array('taking', range(1, 14)), "\n";
echo call_user_func('taking', new D(1), [2], "three", new D(4)), "\n";
echo call_user_func_array('named', ['first' => 1, 'second' => 2]), "\n";
echo implode(",", array_map('taking', ["a", "b"], [new D(5), new D(6)])), "\n";
echo call_user_func('old', new D(7), new D(8)), "\n";
echo old(...[new D(9), new D(10)]), "\n";
echo call_user_func_array('old', [new D(11)]), "\n";
try { call_user_func_array('named', ['first' => new D(12), 'none' => new D(13)]); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { old(...[new D(14)], ...['x' => new D(15)], ...['x' => new D(16)]); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { for ($i = 0; $i < 50; $i++) call_user_func('named', '17', 2); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
echo $seen, "\n";
?>
--EXPECT--
1,2,3,4,5,6,7,8,9,10,11,12,13,14
D1,[2],"three",D4
1 2 D3
"a",D5,"b",D6
7,8
9,10
11
Unknown named parameter $none
Named parameter $x overwrites previous argument
enough
41
