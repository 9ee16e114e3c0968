--TEST--
Walking an undefined variable by reference reports it
--FILE--
<?php
foreach ($foo as $k => &$v) {
}
var_dump(isset($foo));
foreach ($bar['x'] as &$v) {
}
foreach ($baz?->items as &$v) {
}
?>
--EXPECTF--

Warning: Undefined variable $foo in %s on line 2

Warning: foreach() argument must be of type array|object, null given in %s on line 2
bool(false)

Warning: foreach() argument must be of type array|object, null given in %s on line 5

Warning: Undefined variable $baz in %s on line 7

Warning: foreach() argument must be of type array|object, null given in %s on line 7
