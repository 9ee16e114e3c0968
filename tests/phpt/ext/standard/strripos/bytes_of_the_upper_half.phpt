--TEST--
strripos() finds no byte of the upper half that is looked for alone
--FILE--
<?php
$text = "a\xc4b\xc4\xe4c";
var_dump(strripos($text, "\xc4"), strripos($text, "\xc4", -4), strripos($text, "\xc4\xe4"), strripos($text, "B"), stripos($text, "\xc4"));
try {
    strripos($text, "\xc4", 7);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
bool(false)
bool(false)
int(3)
int(2)
int(1)
strripos(): Argument #3 ($offset) must be contained in argument #1 ($haystack)
