--TEST--
With both flags for damaged UTF-8 json_decode substitutes, and json_encode ignores
--FILE--
<?php
$both = JSON_INVALID_UTF8_IGNORE | JSON_INVALID_UTF8_SUBSTITUTE;
var_dump(bin2hex(json_decode("\"a\xffb\"", true, 5, $both)), json_encode("a\xffb", $both));
--EXPECT--
string(10) "61efbfbd62"
string(4) ""ab""
