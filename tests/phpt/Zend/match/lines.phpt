--TEST--
The line on which a match reads a variable that is not defined
--FILE--
<?php
set_error_handler(function ($n, $m, $f, $l) { echo "  [$l] $m\n"; return true; });
function f() {
echo "int1 ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 0
 =>
 2,
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "intd1 ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 0
 =>
 2,
 default =>
 3
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "int2 ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 0
 =>
 2,
 1
 =>
 2,
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "intd2 ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 0
 =>
 2,
 1
 =>
 2,
 default =>
 3
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "int3 ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 0
 =>
 2,
 1
 =>
 2,
 2
 =>
 2,
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "intd3 ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 0
 =>
 2,
 1
 =>
 2,
 2
 =>
 2,
 default =>
 3
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "int4 ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 0
 =>
 2,
 1
 =>
 2,
 2
 =>
 2,
 3
 =>
 2,
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "intd4 ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 0
 =>
 2,
 1
 =>
 2,
 2
 =>
 2,
 3
 =>
 2,
 default =>
 3
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "int5 ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 0
 =>
 2,
 1
 =>
 2,
 2
 =>
 2,
 3
 =>
 2,
 4
 =>
 2,
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "intd5 ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 0
 =>
 2,
 1
 =>
 2,
 2
 =>
 2,
 3
 =>
 2,
 4
 =>
 2,
 default =>
 3
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "int6 ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 0
 =>
 2,
 1
 =>
 2,
 2
 =>
 2,
 3
 =>
 2,
 4
 =>
 2,
 5
 =>
 2,
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "intd6 ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 0
 =>
 2,
 1
 =>
 2,
 2
 =>
 2,
 3
 =>
 2,
 4
 =>
 2,
 5
 =>
 2,
 default =>
 3
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "str1 ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 'a0'
 =>
 2,
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "strd1 ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 'a0'
 =>
 2,
 default =>
 3
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "str2 ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 'a0'
 =>
 2,
 'a1'
 =>
 2,
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "strd2 ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 'a0'
 =>
 2,
 'a1'
 =>
 2,
 default =>
 3
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "str3 ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 'a0'
 =>
 2,
 'a1'
 =>
 2,
 'a2'
 =>
 2,
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "strd3 ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 'a0'
 =>
 2,
 'a1'
 =>
 2,
 'a2'
 =>
 2,
 default =>
 3
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "neg ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 -1
 =>
 2,
 2
 =>
 2,
 -3
 =>
 2,
 4
 =>
 2,
 5
 =>
 2,
 6
 =>
 2,
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "mix ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 1
 =>
 2,
 'a'
 =>
 2,
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "arr ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 []
 =>
 2,
 1
 =>
 2,
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "undef2 ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 $u2
 =>
 2,
 1
 =>
 2,
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "multi ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 1,
 2,
 3
 =>
 2,
 4
 =>
 2,
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }
echo "flt ", __LINE__ + 1, "\n"; try { $m = match (
 $undef
 ) {
 1.5
 =>
 2,
 4
 =>
 2,
 };
} catch (Throwable $t) { echo "  ", get_class($t), $t->getLine(), $t->getMessage(), "\n"; }

}
f();
--EXPECT--
int1 5
  [7] Undefined variable $undef
  UnhandledMatchError7Unhandled match case NULL
intd1 13
  [15] Undefined variable $undef
int2 23
  [23] Undefined variable $undef
  UnhandledMatchError23Unhandled match case NULL
intd2 34
  [34] Undefined variable $undef
int3 47
  [47] Undefined variable $undef
  UnhandledMatchError47Unhandled match case NULL
intd3 61
  [61] Undefined variable $undef
int4 77
  [77] Undefined variable $undef
  UnhandledMatchError77Unhandled match case NULL
intd4 94
  [94] Undefined variable $undef
int5 113
  [113] Undefined variable $undef
  UnhandledMatchError113Unhandled match case NULL
intd5 133
  [133] Undefined variable $undef
int6 155
  [155] Undefined variable $undef
  UnhandledMatchError155Unhandled match case NULL
intd6 178
  [178] Undefined variable $undef
str1 203
  [205] Undefined variable $undef
  UnhandledMatchError205Unhandled match case NULL
strd1 211
  [213] Undefined variable $undef
str2 221
  [221] Undefined variable $undef
  UnhandledMatchError221Unhandled match case NULL
strd2 232
  [232] Undefined variable $undef
str3 245
  [245] Undefined variable $undef
  UnhandledMatchError245Unhandled match case NULL
strd3 259
  [259] Undefined variable $undef
neg 275
  [275] Undefined variable $undef
  UnhandledMatchError275Unhandled match case NULL
mix 298
  [298] Undefined variable $undef
  UnhandledMatchError298Unhandled match case NULL
arr 309
  [309] Undefined variable $undef
  [314] Undefined variable $undef
  UnhandledMatchError314Unhandled match case NULL
undef2 320
  [322] Undefined variable $undef
  [322] Undefined variable $u2
multi 331
  [331] Undefined variable $undef
  UnhandledMatchError331Unhandled match case NULL
flt 344
  [346] Undefined variable $undef
  [349] Undefined variable $undef
  UnhandledMatchError349Unhandled match case NULL
