<?php
// Fibers that wait for each other through channels, on a scheduler of their own.
namespace Sched;
enum Status {
    case Ready;
    case Waiting;
    case Done;
    case Failed;
}
interface Awaitable {
    public function ready(Scheduler $s): bool;
    public function result(): mixed;
}
final class Sleep implements Awaitable {
    private int $until;
    public function __construct(int $ticks, Scheduler $s) {
        $this->until = $s->now + $ticks;
    }
    public function ready(Scheduler $s): bool {
        return $s->now >= $this->until;
    }
    public function result(): mixed {
        return $this->until;
    }
}
final class Channel {
    private \SplQueue $items;
    private bool $closed = false;
    public function __construct(private int $cap = 1) {
        $this->items = new \SplQueue;
    }
    public function put(mixed $v): void {
        while (count($this->items) >= $this->cap) \Fiber::suspend(new Until(fn () => count($this->items) < $this->cap));
        if ($this->closed) throw new \LogicException('closed');
        $this->items->enqueue($v);
    }
    public function take(): mixed {
        while ($this->items->isEmpty()) {
            if ($this->closed) return null;
            \Fiber::suspend(new Until(fn () => $this->closed || !$this->items->isEmpty()));
        }
        return $this->items->dequeue();
    }
    public function close(): void {
        $this->closed = true;
    }
}
final class Until implements Awaitable {
    public function __construct(private \Closure $test) {}
    public function ready(Scheduler $s): bool {
        return ($this->test)();
    }
    public function result(): mixed {
        return null;
    }
}
final class Task implements Awaitable {
    public Status $status = Status::Ready;
    public mixed $value = null;
    public ?\Throwable $error = null;
    public ?Awaitable $on = null;
    private \Fiber $fiber;
    public array $log = [];
    public function __construct(public readonly string $name, callable $f, array $args) {
        $this->fiber = new \Fiber(fn () => $f(...$args));
    }
    public function step(): void {
        try {
            $on = $this->on;
            $this->on = null;
            if (!$this->fiber->isStarted()) $this->on = $this->fiber->start();
            elseif ($on instanceof self && $on->error) $this->on = $this->fiber->throw(new \RuntimeException("{$this->name} waited for {$on->name}", 1, $on->error));
            else $this->on = $this->fiber->resume($on?->result());
            if ($this->fiber->isTerminated()) {
                $this->status = Status::Done;
                $this->value = $this->fiber->getReturn();
            }  else $this->status = $this->on ? Status::Waiting : Status::Ready;
        }  catch (\Throwable $e) {
            $this->status = Status::Failed;
            $this->error = $e;
        }
    }
    public function ready(Scheduler $s): bool {
        return $this->status === Status::Done || $this->status === Status::Failed;
    }
    public function result(): mixed {
        return $this->value;
    }
}
final class Scheduler {
    public int $now = 0;
    private array $tasks = [];
    public int $switches = 0;
    public function go(string $name, callable $f, mixed ...$args): Task {
        return $this->tasks[] = new Task($name, $f, $args);
    }
    public function sleep(int $t): mixed {
        return \Fiber::suspend(new Sleep($t, $this));
    }
    public static function await(Task ...$ts): array {
        $out = [];
        foreach ($ts as $k => $t) $out[$k] = $t->ready(new self) ? ($t->error ? throw $t->error : $t->value) : \Fiber::suspend($t);
        return $out;
    }
    public function run(): void {
        while ($this->tasks) {
            $moved = false;
            foreach ($this->tasks as $i => $t) {
                if ($t->status === Status::Waiting && !$t->on->ready($this)) continue;
                $t->step();
                $this->switches++;
                $moved = true;
                if ($t->ready($this)) unset($this->tasks[$i]);
            }
            if (!$moved) {
                $this->now++;
                if ($this->now > 100000) {
                    echo "deadlock: ", implode(',', array_map(fn ($t) => $t->name, $this->tasks)), "\n";
                    return;
                }
            }
        }
    }
}
$s = new Scheduler;
$log = function (string $fmt, mixed ...$a) use ($s) {
    printf("[%03d] $fmt\n", $s->now, ...$a);
};
$producer = function (Channel $c, int $from, int $n) use ($s, $log) {
    for ($i = $from; $i < $from + $n; $i++) {
        $s->sleep($i % 3 + 1);
        $c->put($i);
        $log('put %d', $i);
    }
    return "produced $n";
};
$c = new Channel(2);
$p = [$s->go('p1', $producer, $c, 10, 3), $s->go('p2', $producer, n: 2, c: $c, from: 50)];
$s->go('closer', function () use ($p, $c, $log) {
    $log('all: %s', json_encode(Scheduler::await(...$p)));
    $c->close();
});
$w = $s->go('w', function () use ($c, $log, $s) {
    $sum = 0;
    while (($v = $c->take()) !== null) {
        $log('took %d', $v);
        $sum += $v;
        $s->sleep(2);
    }
    return $sum;
});
$bad = $s->go('bad', function () use ($s) {
    try {
        $s->sleep(4);
        throw new \DomainException('broken', 7);
    }  finally {
        echo "cleanup\n";
    }
});
$s->go('outer', function () use ($bad, $w, $log) {
    try {
        Scheduler::await($bad);
    }  catch (\Exception $e) {
        for (; $e; $e = $e->getPrevious()) $log('%s: %s (%d)', $e::class, $e->getMessage(), $e->getCode());
    }
    $log('sum %s', Scheduler::await(sum: $w)['sum']);
});
$s->run();
echo $s->now, ' ', $s->switches, ' ', $w->status->name, ' ', $bad->status->name, "\n";
// generators within fibers, fibers within generators
function numbers(int $n) {
    for ($i = 0; $i < $n; $i++) {
        $x = \Fiber::suspend("need $i");
        yield $i => $x;
    }
    return 'gen done';
}
$f = new \Fiber(function (string $first): string {
    $out = [$first];
    $g = numbers(3);
    foreach ($g as $k => $v) $out[] = "$k:$v";
    $out[] = $g->getReturn();
    return implode(' ', $out);
});
$v = $f->start('go');
while (!$f->isTerminated()) {
    echo $v, "\n";
    $v = $f->resume(strtoupper(substr($v, -1)) . '!');
}
var_dump($v, $f->getReturn());
function fib_gen() {
    $f = new \Fiber(function () {
        foreach (['a', 'b', 'c'] as $x) \Fiber::suspend($x);
    });
    for ($f->start(); !$f->isTerminated(); ) {
        yield \Fiber::getCurrent() === null ? 'main' : 'in';
        $f->resume();
    }
}
echo implode(',', iterator_to_array(fib_gen(), false)), "\n";
foreach ([fn () => \Fiber::suspend(1), fn () => (new \Fiber(fn () => 1))->resume(), function () {
    $f = new \Fiber(fn () => 1);
    $f->start();
    $f->start();
}, fn () => (new \Fiber(fn () => 1))->getReturn(), function () {
    $f = new \Fiber(fn () => throw new \Exception('x'));
    try {
        $f->start();
    }  catch (\Exception) {}
    return $f->getReturn();
}, function () {
    $f = null;
    $f = new \Fiber(function () use (&$f) {
        $f->resume();
    });
    $f->start();
}, function () {
    $f = new \Fiber(function () {
        \Fiber::suspend();
    });
    $f->start();
    return $f->getReturn();
}] as $i => $bad) try {
    var_dump($bad());
}  catch (\Throwable $e) {
    echo $i, ' ', $e::class, ': ', $e->getMessage(), "\n";
}
$f = new \Fiber(function () {
    try {
        \Fiber::suspend();
        echo "never\n";
    }  finally {
        echo "destroyed\n";
    }
});
$f->start();
unset($f);
gc_collect_cycles();
echo "after\n";
$s = new Scheduler;
$total = 0;
for ($i = 0; $i < 60; $i++) {
    $ch = new Channel(3);
    $s->go("p$i", function ($ch) use ($s) {
        for ($j = 0; $j < 60; $j++) {
            $ch->put($j);
            if ($j % 10 == 0) $s->sleep(1);
        }
        $ch->close();
    }, $ch);
    $s->go("c$i", function ($ch) use (&$total) {
        while (null !== $v = $ch->take()) $total += $v;
    }, $ch);
}
$s->run();
echo $total, ' ', $s->now, ' ', $s->switches, "\n";
