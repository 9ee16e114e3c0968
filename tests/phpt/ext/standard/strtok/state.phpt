--TEST--
strtok() goes on with other delimiters
--FILE--
<?php
var_dump(strtok("/foo/bar,baz", "/"), strtok("/"), strtok(","), strtok(","));
var_dump(strtok("x"));
?>
--EXPECT--
string(3) "foo"
string(7) "bar,baz"
bool(false)
bool(false)
bool(false)
