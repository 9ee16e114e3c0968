--TEST--
ctype functions take integers for characters, and say so
--EXTENSIONS--
ctype
--FILE--
<?php
var_dump(ctype_alnum(65), ctype_digit(300), ctype_graph(-200), ctype_alpha(null), ctype_alpha(""), ctype_punct("!?"));
?>
--EXPECTF--

Deprecated: ctype_alnum(): Argument of type int will be interpreted as string in the future in %s on line %d

Deprecated: ctype_digit(): Argument of type int will be interpreted as string in the future in %s on line %d

Deprecated: ctype_graph(): Argument of type int will be interpreted as string in the future in %s on line %d

Deprecated: ctype_alpha(): Argument of type null will be interpreted as string in the future in %s on line %d
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
