--TEST--
The code of exceptions about classes that are missing; closures cannot be made
--FILE--
<?php
$calls = [
    fn() => new ReflectionClass('N'),
    fn() => new ReflectionEnum('N'),
    fn() => new ReflectionProperty('N', 'x'),
    fn() => new ReflectionMethod('N', 'x'),
    fn() => new ReflectionClassConstant('N', 'x'),
    fn() => new ReflectionParameter(['N', 'x'], 0),
    fn() => (new ReflectionClass('ArrayObject'))->isSubclassOf('N'),
    fn() => (new ReflectionClass('ArrayObject'))->implementsInterface('N'),
    fn() => (new ReflectionClass('ArrayObject'))->getProperty('N::x'),
    fn() => (new ReflectionClass('Closure'))->newInstanceArgs([]),
];
foreach ($calls as $call) {
    try {
        $call();
    } catch (Throwable $e) {
        echo get_class($e), ' ', $e->getCode(), ' ', $e->getMessage(), "\n";
    }
}
--EXPECT--
ReflectionException -1 Class "N" does not exist
ReflectionException -1 Class "N" does not exist
ReflectionException 0 Class "N" does not exist
ReflectionException 0 Class "N" does not exist
ReflectionException 0 Class "N" does not exist
ReflectionException 0 Class "N" does not exist
ReflectionException 0 Class "N" does not exist
ReflectionException 0 Interface "N" does not exist
ReflectionException -1 Class "N" does not exist
Error 0 Instantiation of class Closure is not allowed
