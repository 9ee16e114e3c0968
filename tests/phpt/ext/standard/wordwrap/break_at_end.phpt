--TEST--
A break at the very end of the text is one, too
--FILE--
<?php
var_dump(wordwrap('abc12', 2, 'abc12', true), wordwrap('xabc12', 3, 'abc12', true), wordwrap('aa bb', 1, 'bb', true),
    wordwrap('a<br>b<br>', 1, '<br>', true), wordwrap("word\r\n", 2, "\r\n", true), wordwrap("a b\r\n", 1, "\r\n"));
--EXPECT--
string(5) "abc12"
string(6) "xabc12"
string(8) "abbabbbb"
string(10) "a<br>b<br>"
string(8) "wo
rd
"
string(6) "a
b
"
