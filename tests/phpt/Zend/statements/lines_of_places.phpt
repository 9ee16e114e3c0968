--TEST--
Elements and properties that are written to are on the line where what names them ends
--FILE--
<?php
class A { public $p = []; public int $typed = 1; public readonly int $ro; public static $s = []; }
function f($x, $y = 0) { return $x; }
set_error_handler(function ($n, $m, $f, $l) { echo "[", $l, "] $m\n"; return true; });
function t0() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
$a['x']
 .= f(
 1,
 2
 );
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t0:\n";
t0();
function t1() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
$u['x']
 ['y']
 += f(
 1,
 2
 );
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t1:\n";
t1();
function t2() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
$o->p
 .= [
 1,
 2];
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t2:\n";
t2();
function t3() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
$o->
 nope
 .= f(
 1);
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t3:\n";
t3();
function t4() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
A::$s .= [
 1,
 2];
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t4:\n";
t4();
function t5() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
$str
 ['a'] = f(
 1
 );
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t5:\n";
t5();
function t6() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
$one
 ['a'] = f(
 1
 );
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t6:\n";
t6();
function t7() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
$r = $a
 [f(
 'q')
 ];
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t7:\n";
t7();
function t8() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
switch ($undef9) {
 case 1:
 break;
 case $undef10:
 break;
 }
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t8:\n";
t8();
function t9() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
switch (
 $undef9
 ) {
 case []:
 f(1);
 }
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t9:\n";
t9();
function t10() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
switch ([]
 + [1]
 ) {
 case $undef9
 :
 f(1);
 }
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t10:\n";
t10();
function t11() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
[$q1,
 $q2] = [
 1];
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t11:\n";
t11();
function t12() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
['k' => $q1,
 'l' => 
 $q2] = ['k' =>
 1];
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t12:\n";
t12();
function t13() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
$m = match (
 $undef18
 ) {
 1 =>
 2,
 };
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t13:\n";
t13();
function t14() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
$x = new A(
 $undef28,
 f(
 1)
 );
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t14:\n";
t14();
function t15() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
unset($one
 [1]
 [2]
 );
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t15:\n";
t15();
function t16() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
$a
 ['y']
 ['z']
 ++
 ;
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t16:\n";
t16();
function t17() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
$r = $undef36
 (1);
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t17:\n";
t17();
function t18() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
throw f(
 1
 );
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t18:\n";
t18();
function t19() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
$o
 ->ro
 = f(
 1);
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t19:\n";
t19();
function t20() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
$o->typed
 .= f(
 'a');
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t20:\n";
t20();
function t21() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
$a['zz2'][
 'y']
 ??=
 $undef59;
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t21:\n";
t21();
function t22() {
$a = ['x' => []]; $o = new A; $str = 'abc'; $one = 1;
try {
$o->nope ??=
 $undef60
 ;
} catch (Throwable $t) { echo "[", $t->getLine(), "] ", $t->getMessage(), "\n"; }
}
echo "t22:\n";
t22();
--EXPECT--
t0:
[8] Array to string conversion
t1:
[20] Undefined variable $u
[20] Undefined array key "x"
[21] Undefined array key "y"
t2:
[33] Array to string conversion
[33] Array to string conversion
t3:
[45] Creation of dynamic property A::$nope is deprecated
[45] Undefined property: A::$nope
t4:
[55] Array to string conversion
[55] Array to string conversion
t5:
[66] Cannot access offset of type string on string
t6:
[77] Cannot use a scalar value as an array
t7:
[89] Undefined array key "q"
t8:
[99] Undefined variable $undef9
[101] Undefined variable $undef9
[101] Undefined variable $undef10
t9:
[112] Undefined variable $undef9
t10:
[127] Undefined variable $undef9
t11:
[138] Undefined array key 1
t12:
[149] Undefined array key "l"
t13:
[162] Undefined variable $undef18
[162] Unhandled match case NULL
t14:
[173] Undefined variable $undef28
t15:
[185] Cannot unset offset in a non-array variable
t16:
[196] Undefined array key "y"
[197] Undefined array key "z"
t17:
[207] Undefined variable $undef36
[207] Value of type null is not callable
t18:
[217] Can only throw objects
t19:
[227] Cannot modify protected(set) readonly property A::$ro from global scope
t20:
[237] Cannot assign string to property A::$typed of type int
t21:
[248] Undefined variable $undef59
t22:
[258] Undefined variable $undef60
[258] Creation of dynamic property A::$nope is deprecated
