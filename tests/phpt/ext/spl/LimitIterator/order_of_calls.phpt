--TEST--
LimitIterator: order of calls
--FILE--
<?php
class I extends IteratorIterator {
    function rewind(): void { echo "rewind "; parent::rewind(); }
    function valid(): bool { echo "valid "; return parent::valid(); }
    function next(): void { echo "next "; parent::next(); }
}
foreach ([[1, 1], [0, 1], [2, 5], [9, 1]] as [$offset, $limit]) {
    foreach (new LimitIterator(new I(new ArrayIterator([1, 2, 3])), $offset, $limit) as $v) { echo "=$v "; }
    echo "\n";
}
--EXPECT--
rewind valid next valid valid =2 next 
rewind valid valid =1 next 
rewind valid next valid next valid valid =3 next valid 
rewind valid next valid next valid next valid valid
