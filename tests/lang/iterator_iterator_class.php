<?php
class It implements Iterator { function current(): mixed { return 1; } function key(): mixed { return 1; } function next(): void { } function rewind(): void { } function valid(): bool { return false; }}
class Ag implements IteratorAggregate { function getIterator(): Iterator { echo "own\n"; return new It; } }
class Ag2 extends Ag { function getIterator(): Iterator { echo "sub\n"; return new It; } }
foreach (['ArrayObject', 'It', 'Iterator', 'Ag', 'Ag2', 'Traversable', 'nope', 'IteratorAggregate', null] as $c) foreach ([new It, new Ag, new Ag2, new ArrayObject([1])] as $o) { echo get_class($o), ' ', $c, ': ';
try { $it = new IteratorIterator($o, $c);
foreach ($it as $v) {} echo "ok ", get_class($it->getInnerIterator()), "\n";} catch (Throwable $t) { echo get_class($t), $t->getMessage(), "\n"; } }
