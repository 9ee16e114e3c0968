--TEST--
Methods for lazy objects name the class when they are given something else
--FILE--
<?php
class C { public $a; }
$class = new ReflectionClass('C');
$property = new ReflectionProperty('C', 'a');
$calls = [
    fn() => $class->initializeLazyObject(null),
    fn() => $class->initializeLazyObject(new stdClass),
    fn() => $class->initializeLazyObject(),
    fn() => $class->isUninitializedLazyObject([]),
    fn() => $class->isUninitializedLazyObject(new C, 1),
    fn() => $class->markLazyObjectAsInitialized(1),
    fn() => $class->getLazyInitializer('a'),
    fn() => $class->resetAsLazyGhost(null, fn() => 1),
    fn() => $class->resetAsLazyGhost(new C, 1),
    fn() => $class->resetAsLazyProxy(new C, fn() => 1, 'x'),
    fn() => $class->resetAsLazyProxy(object: new C, factory: fn() => 1, options: 4096),
    fn() => $property->setRawValueWithoutLazyInitialization(null, 1),
    fn() => $property->skipLazyInitialization(1.5),
    fn() => $property->isLazy(true),
    fn() => $property->isLazy(new C),
    fn() => new ReflectionMethod('C', null),
];
foreach ($calls as $call) {
    try {
        var_dump($call());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
--EXPECT--
TypeError: ReflectionClass::initializeLazyObject(): Argument #1 ($object) must be of type C, null given
TypeError: ReflectionClass::initializeLazyObject(): Argument #1 ($object) must be of type C, stdClass given
ArgumentCountError: ReflectionClass::initializeLazyObject() expects exactly 1 argument, 0 given
TypeError: ReflectionClass::isUninitializedLazyObject(): Argument #1 ($object) must be of type C, array given
ArgumentCountError: ReflectionClass::isUninitializedLazyObject() expects exactly 1 argument, 2 given
TypeError: ReflectionClass::markLazyObjectAsInitialized(): Argument #1 ($object) must be of type C, int given
TypeError: ReflectionClass::getLazyInitializer(): Argument #1 ($object) must be of type C, string given
TypeError: ReflectionClass::resetAsLazyGhost(): Argument #1 ($object) must be of type C, null given
TypeError: ReflectionClass::resetAsLazyGhost(): Argument #2 ($initializer) must be a valid callback, no array or string given
TypeError: ReflectionClass::resetAsLazyProxy(): Argument #3 ($options) must be of type int, string given
ReflectionException: ReflectionClass::resetAsLazyProxy(): Argument #3 ($options) contains invalid flags
TypeError: ReflectionProperty::setRawValueWithoutLazyInitialization(): Argument #1 ($object) must be of type C, null given
TypeError: ReflectionProperty::skipLazyInitialization(): Argument #1 ($object) must be of type C, float given
TypeError: ReflectionProperty::isLazy(): Argument #1 ($object) must be of type C, true given
bool(false)
ReflectionException: ReflectionMethod::__construct(): Argument #1 ($objectOrMethod) must be a valid method name
