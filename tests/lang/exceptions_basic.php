<?php

class MyException extends Exception
{
    public function __construct(string $m, private string $extra = 'extra')
    {
        parent::__construct($m, 42);
    }

    public function extra()
    {
        return $this->extra;
    }
}
function thrower(int $depth)
{
    if ($depth === 0) {
        throw new MyException('deep');
    }
    thrower($depth - 1);
}
try {
    thrower(2);
} catch (RuntimeException | MyException $e) {
    echo get_class($e), $e->getMessage(), $e->getCode(), $e->extra(), $e->getLine(), basename($e->getFile()), "\n";
    echo str_replace(__DIR__ . '/', '', $e->getTraceAsString()), "\n";
    echo count($e->getTrace()), ' ', $e->getTrace()[0]['function'], ' ', json_encode($e->getTrace()[0]['args'] ?? null), "\n";
}
try {
    try {
        throw new LogicException('inner', 1);
    } catch (LogicException $e) {
        throw new RuntimeException('outer', 2, $e);
    }
} catch (Exception $e) {
    echo $e->getMessage(), ' <- ', $e->getPrevious()->getMessage(), "\n";
    echo preg_replace('~/\S*/~', '', (string) $e), "\n";
}
$r = null ?? throwing();
function throwing()
{
    try {
        return strlen('x') ?: throw new Exception('expression');
    } catch (Exception) {
        return 'no variable';
    }
}
echo $r, "\n";
$f = fn ($x) => $x ?? throw new InvalidArgumentException('null given');
try {
    $f(null);
} catch (InvalidArgumentException $e) {
    echo $e->getMessage(), "\n";
}
try {
    intdiv(1, 0);
} catch (DivisionByZeroError $e) {
    echo $e->getMessage(), "\n";
}
try {
    1 % 0;
} catch (DivisionByZeroError $e) {
    echo $e->getMessage(), "\n";
}
try {
    $x = 1 / 0;
} catch (ArithmeticError $e) {
    echo get_class($e), ' ', $e->getMessage(), "\n";
}
foreach ([fn () => [] + 1, fn () => 'abc' * 2, fn () => new DateTime('nonsense'), fn () => (function (int $x) {})('x'), fn () => array_combine([1], [1, 2]), fn () => random_int(5, 1), fn () => undefined(), fn () => $undefined->method(), fn () => null[0], fn () => 1 << -1, fn () => intdiv(PHP_INT_MIN, -1)] as $try) {
    try {
        var_dump($try());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
try {
    throw 'not an exception';
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
