--TEST--
setlocale() knows the C locale
--FILE--
<?php
var_dump(setlocale(LC_ALL, "C"), setlocale(LC_ALL, "POSIX"), setlocale(LC_ALL, "xx_XX"), setlocale(LC_ALL, ["xx", "C"]), setlocale(LC_ALL, 0));
var_dump(localeconv()["decimal_point"]);
?>
--EXPECT--
string(1) "C"
string(1) "C"
bool(false)
string(1) "C"
string(1) "C"
string(1) "."
