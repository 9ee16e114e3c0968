--TEST--
A comparison that decides a branch is where its last operand is
--FILE--
<?php
if ($a >
  7) echo 1;
if (
  1
  ==
  $b) echo 2;
while ($c
  && $d <
  5
  && $e) break;
$x = [] >
  $y
  . $b;
--EXPECTF--
Warning: Undefined variable $a in %s on line 3

Warning: Undefined variable $b in %s on line 7

Warning: Undefined variable $c in %s on line 8

Warning: Undefined variable $y in %s on line 14

Warning: Undefined variable $b in %s on line 14
