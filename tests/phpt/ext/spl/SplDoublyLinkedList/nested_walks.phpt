--TEST--
SplDoublyLinkedList: nested walks
--FILE--
<?php
$l = new SplDoublyLinkedList;
$l[] = 1;
$l[] = 2;
foreach ($l as $a) { foreach ($l as $k => $b) { echo "$a$k$b "; } }
--EXPECT--
101 112 201 212
