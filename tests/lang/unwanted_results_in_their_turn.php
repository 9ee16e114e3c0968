<?php
// A variable that a function returns to nobody goes in its turn among the others, which shows in the numbers of objects.
class Named
{
    public function __construct(public string $name) {}
    public function __destruct()
    {
        echo "end of $this->name\n";
    }
}
class Plain
{
    public function method(): void {}
}
function closure_of(object $object)
{
    $closure = $object->method(...);
    $last = new stdClass;
    return $object;
}
function made()
{
    $first = new Named('first');
    $second = new Named('second');
    $holds = [$second];
    $third = new Named('third');
    return $second;
}
function unknown()
{
    $first = new Named('known');
    return $never;
}
function shared($kept)
{
    $mine = new stdClass;
    $copy = $kept;
    return $copy;
}

closure_of(new Plain);
var_dump(spl_object_id(new stdClass));
$kept = closure_of(new Plain);
var_dump(spl_object_id($kept), spl_object_id(new stdClass));
shared($kept);
var_dump(spl_object_id(new stdClass));
foreach ([1, 2] as $turn) {
    shared(new Plain);
    var_dump(spl_object_id(new stdClass));
}
function with_reflection($data)
{
    $class = new ReflectionClass('Box');
    $box = $class->newInstanceWithoutConstructor();
    $property = $class->getProperty('value');
    $property->setValue($box, $data);
    $read = $class->getMethod('read')->getClosure($box);
    $read();
    return $box;
}
class Box
{
    public $value;
    public function read()
    {
        echo spl_object_id($this), "\n";
    }
}
with_reflection([1]);
with_reflection(new stdClass);
var_dump(spl_object_id(new stdClass));
made();
$kept = made();
unknown();
shared($kept);
shared(new Named('argument'));
unset($kept);
