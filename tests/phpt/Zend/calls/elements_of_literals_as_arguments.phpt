--TEST--
Elements of literals as arguments of what is not known when the call is compiled
--FILE--
<?php
if (1) { function g($a, $b, $c) { return "$a,$b,$c"; } }
function h($x) { return $x; }
$u = 'g';
echo $u([3, 4][h(1)], 6, 'abc'[h(2)]), "\n";
echo g(['a' => 1][h('a')], [[1, 2], [3, 4]][h(1)][h(0)], 5), "\n";
class Q { function m(&$r, $b) { return "$r $b"; } static function s($x, $y) { return "$x $y"; } }
echo Q::s([7, 8][h(1)], 9), "\n";
$s = 'Q';
echo $s::s([7, 8][h(1)], 9), "\n";
try { echo (new Q)->m([7, 8][h(1)], 9), "\n"; } catch (Error $e) { echo $e->getMessage(), "\n"; }
enum E: string { case A = 'a'; }
class R { function m($a, $b, $c) { return "$a $b $c"; } }
echo (new R)->m('x', E::A->value, 0), ' ', (new R)->m([E::A][0]->value, E::A->value, [1, 2][h(1)]), "\n";
try { echo later([1, 2][h(0)], 1); } catch (Error $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
4,6,c
1,3,5
8 9
8 9
Cannot use temporary expression in write context
x a 0 a a 2
Call to undefined function later()
