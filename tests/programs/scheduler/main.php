<?php

// Cooperative tasks on fibers: a scheduler with virtual time, channels, timers, failures, cancellation. The order of
// everything printed is fixed by the virtual clock.

declare(strict_types=1);

final class Cancelled extends Exception
{
}

final class Task
{
    public readonly Fiber $fiber;
    public mixed $result = null;
    public ?Throwable $failure = null;
    /** @var list<Task> */
    public array $waiting = [];
    public bool $cancelled = false;

    public function __construct(public readonly string $name, callable $body)
    {
        $this->fiber = new Fiber($body);
    }
}

final class Scheduler
{
    private SplPriorityQueue $timers;
    private SplQueue $ready;
    private int $now = 0;
    private int $order = PHP_INT_MAX;
    private ?Task $current = null;
    public array $log = [];

    public function __construct()
    {
        $this->timers = new SplPriorityQueue();
        $this->timers->setExtractFlags(SplPriorityQueue::EXTR_BOTH);
        $this->ready = new SplQueue();
    }

    public function spawn(string $name, callable $body): Task
    {
        $task = new Task($name, $body);
        $this->ready->enqueue([$task, null]);
        return $task;
    }

    public function wake(Task $task, mixed $value = null): void
    {
        $this->ready->enqueue([$task, $value]);
    }

    public function sleep(int $milliseconds): void
    {
        $this->timers->insert($this->current, [-($this->now + $milliseconds), $this->order--]);
        Fiber::suspend();
    }

    public function suspend(): mixed
    {
        return Fiber::suspend();
    }

    public function current(): Task
    {
        return $this->current;
    }

    public function await(Task $task): mixed
    {
        if (!$task->fiber->isTerminated()) {
            $task->waiting[] = $this->current;
            Fiber::suspend();
        }
        if ($task->failure !== null) {
            throw new RuntimeException("$task->name failed", 0, $task->failure);
        }
        return $task->result;
    }

    public function cancel(Task $task): void
    {
        $task->cancelled = true;
        $this->ready->enqueue([$task, null]);
    }

    public function say(string $text): void
    {
        printf("%4d %-9s %s\n", $this->now, $this->current?->name ?? '-', $text);
    }

    public function run(): void
    {
        while (true) {
            while (!$this->ready->isEmpty()) {
                [$task, $value] = $this->ready->dequeue();
                $this->step($task, $value);
            }
            if ($this->timers->isEmpty()) {
                return;
            }
            ['data' => $task, 'priority' => [$due]] = $this->timers->extract();
            $this->now = -$due;
            $this->step($task, null);
        }
    }

    private function step(Task $task, mixed $value): void
    {
        if ($task->fiber->isTerminated()) {
            return;
        }
        $this->current = $task;
        try {
            match (true) {
                !$task->fiber->isStarted() => $task->fiber->start($this),
                $task->cancelled => $task->fiber->throw(new Cancelled("$task->name was cancelled")),
                default => $task->fiber->resume($value),
            };
        } catch (Throwable $failure) {
            $task->failure = $failure;
            $this->say('failed: ' . get_class($failure) . ': ' . $failure->getMessage());
        }
        $this->current = null;
        if ($task->fiber->isTerminated()) {
            $task->failure ?? $task->result = $task->fiber->getReturn();
            foreach ($task->waiting as $waiting) {
                $this->wake($waiting);
            }
            $task->waiting = [];
        }
    }
}

/** @template T */
final class Channel implements IteratorAggregate
{
    private array $values = [];
    private array $readers = [];
    private array $writers = [];
    private bool $closed = false;

    public function __construct(private Scheduler $scheduler, private int $capacity = 1)
    {
    }

    public function send(mixed $value): void
    {
        while (count($this->values) >= $this->capacity) {
            $this->writers[] = $this->scheduler->current();
            $this->scheduler->suspend();
        }
        $this->values[] = $value;
        $this->wake($this->readers);
    }

    public function close(): void
    {
        $this->closed = true;
        while ($this->readers !== []) {
            $this->wake($this->readers);
        }
    }

    private function wake(array &$tasks): void
    {
        if ($tasks !== []) {
            $this->scheduler->wake(array_shift($tasks));
        }
    }

    public function getIterator(): Generator
    {
        while (true) {
            if ($this->values === []) {
                if ($this->closed) {
                    return;
                }
                $this->readers[] = $this->scheduler->current();
                $this->scheduler->suspend();
                continue;
            }
            $value = array_shift($this->values);
            $this->wake($this->writers);
            yield $value;
        }
    }
}

$scheduler = new Scheduler();

// Producer and consumers over a bounded channel.
$channel = new Channel($scheduler, 2);
$producer = $scheduler->spawn('producer', function (Scheduler $s) use ($channel): int {
    foreach (range(1, 8) as $n) {
        $channel->send($n);
        $s->say("sent $n");
        if ($n % 3 === 0) {
            $s->sleep(10);
        }
    }
    $channel->close();
    return $n;
});
$consumers = [];
foreach (['fast' => 5, 'slow' => 12] as $name => $pause) {
    $consumers[$name] = $scheduler->spawn($name, function (Scheduler $s) use ($channel, $pause): array {
        $seen = [];
        foreach ($channel as $value) {
            $s->say("got $value");
            $seen[] = $value;
            $s->sleep($pause);
        }
        return $seen;
    });
}

// Waiting for others, failures with a chain, cancellation with finally.
$broken = $scheduler->spawn('broken', function (Scheduler $s): never {
    $s->sleep(7);
    throw new LogicException('deliberate');
});
$endless = $scheduler->spawn('endless', function (Scheduler $s): void {
    try {
        for ($i = 1; ; $i++) {
            $s->sleep(20);
            $s->say("tick $i");
        }
    } finally {
        $s->say('cleaning up');
    }
});
$scheduler->spawn('main', function (Scheduler $s) use ($producer, $consumers, $broken, $endless): void {
    $s->say('producer returned ' . $s->await($producer));
    foreach ($consumers as $name => $consumer) {
        $s->say("$name saw " . implode(',', $s->await($consumer)));
    }
    try {
        $s->await($broken);
    } catch (RuntimeException $error) {
        $s->say($error->getMessage() . ' because of ' . $error->getPrevious()->getMessage());
    }
    $s->cancel($endless);
    // Suspending inside native callbacks.
    $slept = array_map(function (int $n) use ($s): int {
        $s->sleep($n);
        return $n * 2;
    }, [3, 1, 2]);
    $s->say('slept ' . implode(' ', $slept));
    $sorted = [3, 1, 2];
    usort($sorted, function (int $a, int $b) use ($s): int {
        $s->sleep(1);
        return $a <=> $b;
    });
    $s->say('sorted ' . implode(' ', $sorted));
});
$scheduler->run();

// Many tasks.
$scheduler = new Scheduler();
$total = 0;
for ($i = 0; $i < 1500; $i++) {
    $scheduler->spawn("t$i", function (Scheduler $s) use ($i, &$total): void {
        for ($round = 0; $round < 4; $round++) {
            $s->sleep(($i * 7 + $round) % 13);
            $total = ($total * 31 + $i) % 1000003;
        }
    });
}
$scheduler->run();
echo "total $total\n";
