<?php
function s($k) { switch ($k) { case 'a': return 1; case 'bb': return 2; case 'a': return 9; case 'ccc': $r = 3; case 'd': return ($r ?? 0) + 10; default: return 0; case 'e': return 5; } }
foreach (['a','bb','ccc','d','e','x','', 0, 1, null, true, 1.5, [], new ArrayObject] as $v) echo s($v), ' ';
echo "\n";
function n($k) { switch ($k) { case 1: return 'one'; case '1x': return 'never'; case 2: return 'two'; case 3: case 4: return 'more'; case 1000000: return 'million'; case -5: return 'minus'; } return 'none'; }
function i($k) { switch ($k) { case 1: return 'one'; case 2: return 'two'; case 3: case 4: return 'more'; case 1000000: return 'million'; case -5: return 'minus'; case PHP_INT_MAX: return 'max'; case PHP_INT_MIN: return 'min';} return 'none'; }
foreach ([1, 2, 3, 4, 5, '1', '1x', '1.0', ' 2', '2 ', 2.0, 1e6, '1e6', -5, true, null, PHP_INT_MAX, PHP_INT_MIN, 0, -6] as $v) echo n($v), ' ', i($v), '; ';
echo "\n";
function m($k) { return match($k) { 1, 2 => 'a', '1', '2' => 'b', 'x', 3, 4 => 'c', default => 'd', 'y', 7 => 'e' }; }
foreach ([1, 2, '1', '2', 'x', 3, 'y', 7, 7.0, null, true, '7', [], ''] as $v) echo m($v), ' ';
echo "\n";
function e($k) { return match($k) { 'aa' => 1, 'bb' => 2, 'cc' => 3, 'dd' => 4 }; }
foreach (['aa', 'dd', 'ee', 1, null] as $v) try { echo e($v), ' '; } catch (\UnhandledMatchError $e) { echo $e->getMessage(), ' '; }
echo "\n";
function num($k) { switch ($k) { case '1': return 1; case '01': return 2; case '1e0': return 3; case 'x': return 4; } return 0; }
foreach (['1', '01', '1.0', 'x', 1, 1.0] as $v) echo num($v), ' ';
function r(&$k) { switch ($k) { case 'q': return 1; case 'w': return 2; case 'e': return 3; case 'r': return 4; } return 0; }
foreach (['q', 'r', 'z'] as $v) echo r($v), ' ';
function l($list) { $o = ''; foreach ($list as $x) { switch ($x) { case 'q': continue 2; case 'w': break; case 'e': $o .= 'e'; case 'r': $o .= 'r'; break 2; } $o .= '.'; } return $o; }
echo l(['q', 'w', 'z', 'e', 'w']), "\n";
