<?php
// A container that builds services by Reflection, with singletons, factories and decorators.
interface Log { public function write(string $line): void; }
class MemoryLog implements Log {
    public array $lines = [];
    public function write(string $line): void { $this->lines[] = $line; }
}
class Clock { public function now(): int { return 1700000000; } }
class Mailer { public function __construct(private Log $log, private Clock $clock, private string $from = 'me@example.org') {}
    public function send(string $to): string { $this->log->write("$to " . $this->clock->now()); return "$this->from>$to"; } }
class Users { public function __construct(private Mailer $mailer, private ?Clock $clock = null) {}
    public function invite(string $name): string { return $this->mailer->send("$name@example.org"); } }
class Page { public function __construct(public readonly Users $users, public readonly Log $log) {} }
class Container {
    private array $made = [];
    private array $bound = [];
    public function bind(string $id, string|Closure $to): void { $this->bound[$id] = $to; }
    public function get(string $id): object {
        if (isset($this->made[$id])) {
            return $this->made[$id];
        }
        $to = $this->bound[$id] ?? $id;
        return $this->made[$id] = $to instanceof Closure ? $to($this) : $this->make($to);
    }
    public function make(string $class): object {
        $reflection = new ReflectionClass($class);
        if (!$reflection->isInstantiable()) {
            throw new LogicException("$class cannot be made");
        }
        $arguments = [];
        foreach ($reflection->getConstructor()?->getParameters() ?? [] as $parameter) {
            $type = $parameter->getType();
            $arguments[] = $type instanceof ReflectionNamedType && !$type->isBuiltin()
                ? $this->get($type->getName())
                : ($parameter->isDefaultValueAvailable() ? $parameter->getDefaultValue() : null);
        }
        return $reflection->newInstanceArgs($arguments);
    }
}
$sum = 0;
for ($i = 0; $i < 40000; $i++) {
    $container = new Container;
    $container->bind(Log::class, MemoryLog::class);
    $container->bind(Clock::class, fn (Container $c) => new Clock);
    $page = $container->get(Page::class);
    $sum += strlen($page->users->invite("user$i")) + count($page->log->lines);
    try {
        $container->make(Log::class);
    } catch (LogicException $e) {
        $sum += strlen($e->getMessage());
    }
}
echo $sum, "\n";
