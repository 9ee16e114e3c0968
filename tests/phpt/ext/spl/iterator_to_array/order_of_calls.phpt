--TEST--
iterator_to_array: order of calls
--FILE--
<?php
class I extends ArrayIterator {
    function rewind(): void { echo "rewind "; parent::rewind(); }
    function valid(): bool { echo "valid "; return parent::valid(); }
    function current(): mixed { echo "current "; return parent::current(); }
    function key(): string|int|null { echo "key "; return parent::key(); }
    function next(): void { echo "next "; parent::next(); }
}
iterator_to_array(new I([1]));
echo "\n";
iterator_to_array(new I([1]), false);
echo "\n";
iterator_count(new I([1]));
echo "\n";
iterator_apply(new I([1]), fn() => true);
--EXPECT--
rewind valid current key next valid 
rewind valid current next valid 
rewind valid next valid 
rewind valid next valid
