<?php

class Subject implements SplSubject
{
    private SplObjectStorage $observers;

    public function __construct(public string $state = 'initial')
    {
        $this->observers = new SplObjectStorage();
    }

    public function attach(SplObserver $o): void
    {
        $this->observers->attach($o);
    }

    public function detach(SplObserver $o): void
    {
        $this->observers->detach($o);
    }

    public function notify(): void
    {
        foreach ($this->observers as $o) {
            $o->update($this);
        }
    }
}
class Watcher implements SplObserver
{
    public function __construct(private string $name)
    {
    }

    public function update(SplSubject $s): void
    {
        echo "$this->name saw $s->state\n";
    }
}
$s = new Subject();
$w = new Watcher('w1');
$s->attach($w);
$s->attach(new Watcher('w2'));
$s->notify();
$s->detach($w);
$s->state = 'changed';
$s->notify();
foreach (['LogicException', 'BadFunctionCallException', 'BadMethodCallException', 'DomainException', 'InvalidArgumentException', 'LengthException', 'OutOfRangeException', 'RuntimeException', 'OutOfBoundsException', 'OverflowException', 'RangeException', 'UnderflowException', 'UnexpectedValueException', 'ErrorException', 'Error', 'TypeError', 'ValueError', 'ArithmeticError', 'DivisionByZeroError', 'ArgumentCountError', 'UnhandledMatchError', 'JsonException'] as $class) {
    $e = new $class('m', 1);
    echo $class, ' < ', get_parent_class($e) ?: '-', ' ', implode(',', class_implements($e)), "\n";
}
$e = new ErrorException('msg', 1, E_WARNING, 'file.php', 42, new Exception('prev'));
echo $e->getSeverity(), $e->getFile(), $e->getLine(), $e->getPrevious()->getMessage(), "\n";
class Custom extends DomainException
{
    protected $message = 'default message';
    protected $code = 99;
}
try {
    throw new Custom();
} catch (LogicException $c) {
    echo $c->getMessage(), $c->getCode(), "\n";
}
echo (new Exception('x'))->getTraceAsString(), ' ', get_class((new ReflectionClass('Exception'))->newInstanceWithoutConstructor()), "\n";
try {
    new Exception([], 'x');
} catch (TypeError $t) {
    echo $t->getMessage(), "\n";
}
try {
    clone $e;
} catch (Error $t) {
    echo $t->getMessage(), "\n";
}
var_dump(new Custom('dumped') == new Custom('dumped'));
$r = new ReflectionClass('Exception');
foreach ($r->getMethods() as $m) {
    echo ($m->isFinal() ? 'final ' : ''), $m->getName(), ' ';
}
echo "\n";
