<?php
// A static closure that is called by its `__invoke` has the variables it captured, whatever it is called on.

function by_reference(): void
{
    $count = static function (int $by) use (&$total) { $total += $by; };
    $count->__invoke(2);
    $count->__invoke(by: 3);
    $name = '__invoke';
    $count->$name(4);
    [$count, '__invoke'](5);
    call_user_func([$count, '__invoke'], 6);
    (fn () => $count)()->__invoke(7);
    var_dump($total);
}
by_reference();

function by_value(string $prefix): Closure
{
    return static function (string ...$words) use ($prefix): string { return $prefix . implode(' ', $words); };
}
foreach (['a: ', 'b: '] as $prefix) {
    echo by_value($prefix)->__invoke('x', 'y'), "\n";
}

class Holder
{
    public ?Closure $then = null;
    private static int $made = 0;
    public static function make(array &$log): self
    {
        $self = new self();
        $self->then = static function (self $me, string $text) use (&$log): int {
            $me->then = null; // the closure that runs goes from where it was
            $log[] = $text;
            return ++self::$made;
        };
        return $self;
    }
    public function run(string $text): ?int
    {
        return $this->then?->__invoke($this, $text);
    }
}
$log = [];
$holder = Holder::make($log);
var_dump($holder->run('first'), $holder->run('second'), Holder::make($log)->run('third'));
echo json_encode($log), "\n";

// Steps of a generator, and of one by reference.
$steps = static function (int $from) use ($log) { foreach ($log as $i => $text) yield $from + $i => $text; };
foreach ($steps->__invoke(10) as $key => $text) {
    echo "$key $text\n";
}
$each = static function & (array &$list) { foreach ($list as &$item) yield $item; };
$list = [1, 2];
foreach ($each->__invoke($list) as &$item) {
    $item *= 10;
}
unset($item);
echo json_encode($list), "\n";

// What is wrong is said as ever.
try {
    $steps->__invoke();
} catch (ArgumentCountError $e) {
    echo str_replace(__DIR__, '', preg_replace('~ in \S+~', '', $e->getMessage())), "\n";
}
