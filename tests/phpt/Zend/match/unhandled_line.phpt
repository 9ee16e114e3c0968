--TEST--
The line of a match without an arm is that of the operand that was compiled last
--FILE--
<?php
$y = 5;
try { echo match(true) {
 false => 1,
}; } catch (Error $e) { echo $e->getLine(), "\n"; }
try { echo match($y) {
 1,
 2 => 1,
 3 =>
 5,
}; } catch (Error $e) { echo $e->getLine(), "\n"; }
try { echo match($y) {
 $y + 1 => 1,
 null =>
 5,
}; } catch (Error $e) { echo $e->getLine(), "\n"; }
try { echo match(true) {
 is_int(
 'a') => 1,
 $y >
  7 =>
 5,
}; } catch (Error $e) { echo $e->getLine(), "\n"; }
try { echo match(
$y
) {
 2 => 1,
 'a' .
  'b' =>
 5,
}; } catch (Error $e) { echo $e->getLine(), "\n"; }
try { echo match(
$y
) {
}; } catch (Error $e) { echo $e->getLine(), "\n"; }
try { echo match(true) {
 false => 1,
 $y === 8,
 true && false => 8,
}; } catch (Error $e) { echo $e->getLine(), "\n"; }
--EXPECT--
3
6
14
21
25
33
39
