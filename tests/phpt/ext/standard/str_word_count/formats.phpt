--TEST--
str_word_count() formats and further letters
--FILE--
<?php
$text = "Hello fri3nd, you're -looking- good";
var_dump(str_word_count($text));
print_r(str_word_count($text, 1, "3"));
print_r(str_word_count($text, 2));
?>
--EXPECT--
int(6)
Array
(
    [0] => Hello
    [1] => fri3nd
    [2] => you're
    [3] => -looking-
    [4] => good
)
Array
(
    [0] => Hello
    [6] => fri
    [10] => nd
    [14] => you're
    [21] => -looking-
    [31] => good
)
