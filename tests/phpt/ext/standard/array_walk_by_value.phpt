--TEST--
array_walk with callbacks that take values, which change what is walked
--FILE--
<?php
function show($v, $k) { echo "$k=", json_encode($v), ' '; }
$a = [1, 'x' => [2, 3], 'y' => null];
array_walk($a, 'show'); echo "\n";
array_walk_recursive($a, 'show'); echo "\n";
var_dump($a);
$a = [1, 2, 3];
array_walk($a, function ($v, $k) use (&$a) { if ($k === 0) { $a[] = 4; unset($a[1]); } $a[$k] = $v * 10; echo $v, ' '; });
echo json_encode($a), "\n";
$a = [1, 2];
$r = &$a[0];
array_walk($a, function ($v) use (&$r) { $r++; echo $v, ' '; });
echo json_encode($a), "\n";
$a = [1, 2, 3]; $b = $a;
array_walk($a, function (&$v, $k, $more) { $v += $more; }, 10);
array_walk($a, function ($v, $k, $more) { echo "$k:$v:$more "; }, 'm');
echo json_encode([$a, $b]), "\n";
array_walk($a, function (...$all) { echo json_encode($all); }); echo "\n";
array_walk($a, function (&...$all) { $all[0] = 0; }); echo json_encode($a), "\n";
try { $a = [1, 2]; array_walk($a, function ($v) use (&$a) { $a = 5; }); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
try { $a = [1, 2]; array_walk($a, 'strlen'); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
class P { public $a = 1; protected $b = 2; public int $c = 3; }
$o = new P; array_walk($o, function ($v, $k) { echo str_replace("\0", '~', $k), "=$v "; }); echo "\n";
--EXPECTF--
0=1 x=[2,3] y=null 
0=1 0=2 1=3 y=null 
array(3) {
  [0]=>
  int(1)
  ["x"]=>
  array(2) {
    [0]=>
    int(2)
    [1]=>
    int(3)
  }
  ["y"]=>
  NULL
}
1 3 4 {"0":10,"2":30,"3":40}
1 2 [3,2]
0:11:m 1:12:m 2:13:m [[11,12,13],[1,2,3]]
[11,0][12,1][13,2]

Warning: {closure:%s:19}(): Argument #2 must be passed by reference, value given in %s on line 19

Warning: {closure:%s:19}(): Argument #2 must be passed by reference, value given in %s on line 19

Warning: {closure:%s:19}(): Argument #2 must be passed by reference, value given in %s on line 19
[0,0,0]
Iterated value is no longer an array or object
strlen() expects exactly 1 argument, 2 given
a=1 ~*~b=2 c=3 
