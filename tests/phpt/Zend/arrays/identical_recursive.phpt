--TEST--
Comparing two recursive arrays for identity
--FILE--
<?php
$a = [0];
$a[0] = &$a;
$b = [0];
$b[0] = &$b;
try {
    var_dump($a === $b);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
Nesting level too deep - recursive dependency?
