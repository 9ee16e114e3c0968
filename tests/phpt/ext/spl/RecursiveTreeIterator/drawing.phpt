--TEST--
RecursiveTreeIterator: drawing
--FILE--
<?php
$t = new RecursiveTreeIterator(new RecursiveArrayIterator(["a" => 1, "b" => ["c" => 2, "d" => ["e" => null]], "f" => true]), 0);
$t->setPostfix("!");
foreach ($t as $k => $v) { echo "[$k] [$v]\n"; }
--EXPECT--
[|-a!] [|-1!]
[|-b!] [|-Array!]
[| |-c!] [| |-2!]
[| \-d!] [| \-Array!]
[|   \-e!] [|   \-!]
[\-f!] [\-1!]
