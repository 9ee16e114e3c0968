--TEST--
Methods of iterators around others are called again and again, own ones and those of the inner iterator
--FILE--
<?php
class Inner extends ArrayIterator { function shout() { return strtoupper($this->current() ?? '-'); } }
class Outer extends IteratorIterator { function shout() { return 'outer'; } }
function all($iterator) {
    $out = '';
    for ($iterator->rewind(); $iterator->valid(); $iterator->next()) {
        $out .= $iterator->key() . $iterator->current() . $iterator->shout() . ' ';
    }
    return $out;
}
for ($i = 0; $i < 3; $i++) {
    foreach ([new CachingIterator(new Inner(['a', 'b', 'c'])), new Outer(new Inner(['x', 'y'])), new Inner(['p']), new NoRewindIterator(new Inner(['q', 'r'])),
        new IteratorIterator(new IteratorIterator(new Inner(['n', 'm'])))] as $iterator) {
        echo get_class($iterator), ': ', all($iterator), "\n";
    }
}
foreach (['shout', 'nothing'] as $name) {
    try {
        echo (new CachingIterator(new Inner(['a'])))->$name(), "\n";
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
CachingIterator: 0aB 1bC 2c- 
Outer: 0xouter 1youter 
Inner: 0pP 
NoRewindIterator: 0qQ 1rR 
IteratorIterator: 0nN 1mM 
CachingIterator: 0aB 1bC 2c- 
Outer: 0xouter 1youter 
Inner: 0pP 
NoRewindIterator: 0qQ 1rR 
IteratorIterator: 0nN 1mM 
CachingIterator: 0aB 1bC 2c- 
Outer: 0xouter 1youter 
Inner: 0pP 
NoRewindIterator: 0qQ 1rR 
IteratorIterator: 0nN 1mM 
A
Call to undefined method CachingIterator::nothing()
