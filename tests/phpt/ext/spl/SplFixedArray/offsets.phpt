--TEST--
SplFixedArray: offsets
--FILE--
<?php
$f = new SplFixedArray(2);
$f[0] = 1;
$f["1"] = 2;
var_dump($f[true], isset($f[9]), isset($f[0]));
foreach (["x", "1.5", null, [], 2, -1] as $i) {
    try { $f[$i]; } catch (Throwable $e) { echo get_class($e), ": ", $e->getMessage(), "\n"; }
}
try { $f[] = 1; } catch (Error $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
int(2)
bool(false)
bool(true)
TypeError: Cannot access offset of type string on SplFixedArray
TypeError: Cannot access offset of type string on SplFixedArray
TypeError: Cannot access offset of type null on SplFixedArray
TypeError: Cannot access offset of type array on SplFixedArray
OutOfBoundsException: Index invalid or out of range
OutOfBoundsException: Index invalid or out of range
[] operator not supported for SplFixedArray
