--TEST--
The key of an element is converted before the iterator is asked for its cache
--FILE--
<?php
$i = new CachingIterator(new ArrayIterator([1]));
foreach (['offsetGet', 'offsetExists', 'offsetUnset'] as $method) {
    try { $i->$method(new stdClass); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
    try { $i->$method('a'); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
}
try { $i[new stdClass] = 1; } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
try { $i['a'] = 1; } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
CachingIterator::offsetGet(): Argument #1 ($key) must be of type string, stdClass given
CachingIterator does not use a full cache (see CachingIterator::__construct)
CachingIterator::offsetExists(): Argument #1 ($key) must be of type string, stdClass given
CachingIterator does not use a full cache (see CachingIterator::__construct)
CachingIterator::offsetUnset(): Argument #1 ($key) must be of type string, stdClass given
CachingIterator does not use a full cache (see CachingIterator::__construct)
CachingIterator::offsetSet(): Argument #1 ($key) must be of type string, stdClass given
CachingIterator does not use a full cache (see CachingIterator::__construct)
