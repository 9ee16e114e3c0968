<?php

class Math
{
    public function __construct(private int $base = 10)
    {
    }

    public function add(int $n): int
    {
        return $this->base + $n;
    }

    public static function twice(int $n): int
    {
        return 2 * $n;
    }

    public function __invoke(int $n): string
    {
        return "invoked $n";
    }

    public function own(): array
    {
        return [$this->secret(...), self::twice(...), static::twice(...), parent_name(...)];
    }

    private function secret(): string
    {
        return 'secret';
    }
}

function parent_name(): string
{
    return __FUNCTION__;
}

$m = new Math(1);
$strlen = strlen(...);
$add = $m->add(...);
$twice = Math::twice(...);
$invoke = $m(...);
$name = 'add';
$dynamic = $m->$name(...);
$class = 'Math';
$static = $class::twice(...);
$array = [$m, 'add'](...);
$string = 'Math::twice'(...);
echo $strlen('four'), $add(2), $twice(3), $invoke(4), $dynamic(5), $static(6), $array(7), $string(8), "\n";
foreach ($m->own() as $callable) {
    echo $callable(4), ' ';
}
echo "\n";
print_r(array_map(Math::twice(...), [1, 2, 3]));
try {
    nothing(...);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
try {
    $m->missing(...);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
try {
    Math::missing(...);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
try {
    $m->secret(...);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
