--TEST--
SplDoublyLinkedList: offsets
--FILE--
<?php
$l = new SplStack;
$l[] = "a";
$l[] = "b";
var_dump($l[0], $l["1"], $l[true]);
foreach (["x", 5, -1, []] as $i) {
    try { $l[$i]; } catch (Throwable $e) { echo get_class($e), ": ", $e->getMessage(), "\n"; }
}
--EXPECT--
string(1) "b"
string(1) "a"
string(1) "a"
TypeError: SplDoublyLinkedList::offsetGet(): Argument #1 ($index) must be of type int, string given
OutOfRangeException: SplDoublyLinkedList::offsetGet(): Argument #1 ($index) is out of range
OutOfRangeException: SplDoublyLinkedList::offsetGet(): Argument #1 ($index) is out of range
TypeError: SplDoublyLinkedList::offsetGet(): Argument #1 ($index) must be of type int, array given
