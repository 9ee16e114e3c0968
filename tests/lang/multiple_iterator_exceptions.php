<?php
class I implements Iterator { function rewind(): void {} function valid(): bool { return true; } function current(): mixed { throw new Exception("cur"); } function key(): mixed { throw new Exception("key"); } function next(): void {} }
$x = new MultipleIterator; $x->attachIterator(new I); 
try { foreach ($x as $v0) {} } catch (Exception $e) { echo get_class($e), $e->getMessage(), ' < ', $e->getPrevious()?->getMessage(), "\n"; }
try { $x->rewind(); $x->current(); } catch (Exception $e) { echo get_class($e), $e->getMessage(), ' < ', $e->getPrevious()?->getMessage(), "\n"; }
try { $x->rewind(); $x->key(); } catch (Exception $e) { echo get_class($e), $e->getMessage(), ' < ', $e->getPrevious()?->getMessage(), "\n"; }
$f = new Fiber(function () use ($x) { foreach ($x as $v0) {} });
try { $f->start(); } catch (Exception $e) { echo get_class($e), $e->getMessage(), ' < ', $e->getPrevious()?->getMessage(), "\n"; }
