--TEST--
Variables that a closure uses have lines of their own
--FILE--
<?php
$f = function () use (
    $a,
    $b
) {
    var_dump($a, $b);
};
$f();
--EXPECTF--

Warning: Undefined variable $a in %s on line 3

Warning: Undefined variable $b in %s on line 4
NULL
NULL
