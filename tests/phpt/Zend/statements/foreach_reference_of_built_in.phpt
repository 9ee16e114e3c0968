--TEST--
foreach by reference over the result of a function that is called without a frame
--FILE--
<?php
foreach (explode(',', 'a,b') as &$v) {
    echo $v, "\n";
}
foreach (min([1], [2]) as &$v);
--EXPECTF--

Fatal error: Cannot use result of built-in function in write context in %s on line 5
