<?php
// An event dispatcher with priorities, subscribers and events that stop.
interface Subscriber { public static function events(): array; }
class Event {
    public bool $stopped = false;
    public function __construct(public array $data = []) {}
}
class OrderPlaced extends Event { public float $total = 0.0; }
class Dispatcher {
    private array $listeners = [];
    private array $sorted = [];
    public function listen(string $event, callable $listener, int $priority = 0): void {
        $this->listeners[$event][$priority][] = $listener;
        unset($this->sorted[$event]);
    }
    public function subscribe(Subscriber $subscriber): void {
        foreach ($subscriber::events() as $event => [$method, $priority]) {
            $this->listen($event, [$subscriber, $method], $priority);
        }
    }
    public function dispatch(Event $event): Event {
        foreach ($this->of($event::class) as $listener) {
            if ($event->stopped) {
                break;
            }
            $listener($event, $this);
        }
        return $event;
    }
    private function of(string $event): array {
        if (!isset($this->sorted[$event])) {
            $all = $this->listeners[$event] ?? [];
            krsort($all);
            $this->sorted[$event] = array_merge(...$all);
        }
        return $this->sorted[$event];
    }
}
class Stock implements Subscriber {
    public array $left = ['book' => 900000, 'pen' => 900000];
    public static function events(): array { return [OrderPlaced::class => ['reserve', 10]]; }
    public function reserve(OrderPlaced $event): void {
        foreach ($event->data as ['item' => $item, 'count' => $count]) {
            $this->left[$item] -= $count;
        }
    }
}
class Prices implements Subscriber {
    private const PRICES = ['book' => 12.5, 'pen' => 0.8];
    public static function events(): array { return [OrderPlaced::class => ['sum', 5]]; }
    public function sum(OrderPlaced $event): void {
        foreach ($event->data as $line) {
            $event->total += self::PRICES[$line['item']] * $line['count'];
        }
    }
}
$dispatcher = new Dispatcher;
$stock = new Stock;
$dispatcher->subscribe($stock);
$dispatcher->subscribe(new Prices);
$log = [];
$dispatcher->listen(OrderPlaced::class, function (OrderPlaced $event) use (&$log): void {
    $log[] = number_format($event->total, 2);
    if (count($log) > 50) {
        array_shift($log);
    }
}, -5);
$dispatcher->listen(OrderPlaced::class, static fn (Event $event) => $event->stopped = $event->total > 100);
$sum = 0.0;
for ($i = 0; $i < 200000; $i++) {
    $sum += $dispatcher->dispatch(new OrderPlaced([['item' => 'book', 'count' => $i % 11], ['item' => 'pen', 'count' => $i % 5]]))->total;
}
echo $sum, ' ', json_encode($stock->left), ' ', end($log), "\n";
