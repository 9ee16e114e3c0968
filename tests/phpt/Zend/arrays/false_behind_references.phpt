--TEST--
false becomes an array without a word behind a reference, unless the element is assigned to itself
--FILE--
<?php
function l($s) { echo "$s\n"; }
set_error_handler(function ($n, $m) { echo "handler: $m\n"; });
$f = false; $r = &$f; foreach ($r[] as &$v) {} unset($v);
l(1); $f = false; $r['a']['b'] = 1;
l(2); $f = false; $x = &$r['a'];
l(3); $f = false; $r['a'] = 1;
l(4); $f = false; unset($r['a']['b']);
l(5); $f = false; $r['a']['b'] .= 1;
class A { public $f = false; public $n; function &m() { return $this->f; } static $s = false; public $g { &get { static $x = false; return $x; } } }
$a = new A; $q = &$a->f;
l(6); $a->f['a']['b'] = 1;
l(7); $a->m()['a']['b'] = 1; $a->f = false; $a->m()['a']['b'] = 1;
l(8); $y = &A::$s; A::$s['a']['b'] = 1;
l(9); $a->g['a']['b'] = 1;
$arr = [false]; $z = &$arr[0];
l(10); $arr[0]['a']['b'] = 1;
$arr = [false]; l(11); $arr[0]['a']['b'] = 1;
function &rf() { static $x = false; return $x; }
l(12); rf()['a']['b'] = 1;
class Ob extends ArrayObject { public $d = false; function &offsetGet($k): mixed { return $this->d; } }
$ob = new Ob; l(13); $ob['a']['b'] = 1; 
$ob = new Ob; l(14); $ob['a']['b']['c'] = 1; 
function gl() { global $ff; $ff['a']['b'] = 2; } $ff = false; l(15); gl();
$ff = false; l(16); $GLOBALS['ff']['a']['b'] = 2;
function st() { static $x = false; $x['a']['b'] = 1; } l(17); st();
$ff = false; l(18); (function () use (&$ff) { $ff['a']['b'] = 1; })();
function rp(&$ff) { $ff['a']['b'] = 1; } $ff = false; l(19); rp($ff);
--EXPECT--
handler: foreach() argument must be of type array|object, null given
1
2
3
handler: Automatic conversion of false to array is deprecated
4
5
handler: Undefined array key "a"
handler: Undefined array key "b"
6
7
8
9
10
11
handler: Automatic conversion of false to array is deprecated
12
13
handler: Automatic conversion of false to array is deprecated
14
15
16
17
18
19
