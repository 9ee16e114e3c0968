--TEST--
CallbackFilterIterator: arguments
--FILE--
<?php
$f = new CallbackFilterIterator(new ArrayIterator(["a" => 1, "b" => 2]), function ($v, $k, $it) { echo get_class($it), "\n"; return $k == "b"; });
print_r(iterator_to_array($f));
--EXPECT--
ArrayIterator
ArrayIterator
Array
(
    [b] => 2
)
