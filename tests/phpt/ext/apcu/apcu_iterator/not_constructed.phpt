--TEST--
An iterator that was not constructed cannot be used, and none can be cloned
--EXTENSIONS--
apcu
--INI--
apc.enabled=1
apc.enable_cli=1
--FILE--
<?php
$bare = (new ReflectionClass('APCUIterator'))->newInstanceWithoutConstructor();
foreach (['valid', 'key', 'current', 'next', 'rewind', 'getTotalCount', 'getTotalHits', 'getTotalSize'] as $method) {
    try {
        var_dump($bare->$method());
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
try {
    clone new APCUIterator;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
echo serialize(new APCUIterator), "\n";
--EXPECT--
Trying to use uninitialized APCUIterator
Trying to use uninitialized APCUIterator
Trying to use uninitialized APCUIterator
Trying to use uninitialized APCUIterator
Trying to use uninitialized APCUIterator
Trying to use uninitialized APCUIterator
Trying to use uninitialized APCUIterator
Trying to use uninitialized APCUIterator
Trying to clone an uncloneable object of class APCUIterator
O:12:"APCUIterator":0:{}
