--TEST--
Unpacking what cannot be is an error of the compiler only where the whole array is constant
--FILE--
<?php
$x = 1;
try { var_dump([$x, ...5]); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { var_dump([...null, 'k' => $x]); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { eval('var_dump([1, ...5]);'); } catch (Error $e) { echo $e->getMessage(), "\n"; }
--EXPECTF--
Only arrays and Traversables can be unpacked, int given
Only arrays and Traversables can be unpacked, null given

Fatal error: Only arrays and Traversables can be unpacked, int given in %s(5) : eval()'d code on line 1
