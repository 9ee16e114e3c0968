<?php

interface Logger
{
    public function log(string $m): void;
}
$logger = new class('prefix') implements Logger {
    private array $lines = [];

    public function __construct(private string $p)
    {
    }

    public function log(string $m): void
    {
        $this->lines[] = "$this->p: $m";
    }

    public function all(): string
    {
        return implode(',', $this->lines);
    }
};
$logger->log('one');
$logger->log('two');
echo $logger->all(), "\n";
var_dump($logger instanceof Logger, str_contains(get_class($logger), 'Logger@anonymous'), (new ReflectionClass($logger))->isAnonymous());
class Outer
{
    private $secret = 'outer secret';

    public function inner()
    {
        return new class($this->secret) extends Outer {
            public function __construct(public string $passed)
            {
            }

            public function show()
            {
                return static::class === self::class ? $this->passed : 'no';
            }
        };
    }
}
echo (new Outer())->inner()->show(), "\n";
function make($n)
{
    return new class($n) {
        public static $count = 0;

        public function __construct(public $n)
        {
            self::$count++;
        }
    };
}
$a = make(1);
$b = make(2);
var_dump(get_class($a) === get_class($b), $a::$count, $a == make(1));
$readonly = new readonly class(5) {
    public function __construct(public int $v)
    {
    }
};
try {
    $readonly->v = 6;
} catch (Error $e) {
    echo preg_replace('/class@anonymous.*?::/', 'class@anonymous::', $e->getMessage()), "\n";
}
echo strstr(get_class(new class {
}), '@', true), "\n";
echo (new class {
    use T;
    const C = 'const';
})->t(), "\n";
trait T
{
    public function t()
    {
        return self::C . ' ' . strstr(static::class, "\0", true);
    }
}
$list = [3, 1, 2];
usort($list, new class {
    public function __invoke($a, $b)
    {
        return $a <=> $b;
    }
});
echo implode($list), "\n";
