<?php
// Event-sourced ledger with snapshots, projections and optimistic locking.
abstract class Event {
    public function __construct(public readonly string $aggregate, public readonly int $version, public readonly DateTimeImmutable $at) {}
    public static function fromArray(array $row): static {
        $class = $row['type'];
        if (!is_subclass_of($class, self::class)) throw new UnexpectedValueException("Not an event: $class");
        return new $class(...array_merge(['at' => new DateTimeImmutable($row['at'])], $row['data'],
            ['aggregate' => $row['id'], 'version' => $row['version']]));
    }
    public function toArray(): array {
        $data = array_diff_key(get_object_vars($this), array_flip(['aggregate', 'version', 'at']));
        ksort($data);
        return ['type' => static::class, 'id' => $this->aggregate, 'version' => $this->version, 'at' => $this->at->format(DATE_ATOM),
            'data' => $data];
    }
}
final class Opened extends Event {
    public function __construct(string $aggregate, int $version, DateTimeImmutable $at, public readonly string $owner) {
        parent::__construct($aggregate, $version, $at);
    }
}
final class Deposited extends Event {
    public function __construct(string $aggregate, int $version, DateTimeImmutable $at, public readonly int $cents,
        public readonly string $note = '') {
        parent::__construct($aggregate, $version, $at);
    }
}
final class Withdrawn extends Event {
    public function __construct(string $aggregate, int $version, DateTimeImmutable $at, public readonly int $cents) {
        parent::__construct($aggregate, $version, $at);
    }
}
final class Closed extends Event {}
class ConcurrencyException extends RuntimeException {}
class EventStore implements IteratorAggregate, Countable {
    private array $streams = [];
    private array $all = [];
    private array $listeners = [];
    public function append(string $id, int $expected, Event ...$events): void {
        $current = count($this->streams[$id] ?? []);
        if ($current !== $expected) throw new ConcurrencyException(message: "Stream $id is at $current, not $expected", code: $current);
        foreach ($events as $event) {
            $this->all[] = $this->streams[$id][] = $event->toArray();
            foreach ($this->listeners[$event::class] ?? [] as $listener) $listener($event);
            foreach ($this->listeners['*'] ?? [] as $listener) $listener($event);
        }
    }
    public function on(string $type, callable $listener): self {
        $this->listeners[$type][] = $listener;
        return $this;
    }
    public function load(string $id, int $after = 0): Generator {
        foreach (array_slice($this->streams[$id] ?? [], $after) as $row) yield $row['version'] => Event::fromArray($row);
    }
    public function getIterator(): Iterator {
        return new ArrayIterator($this->all);
    }
    public function count(): int {
        return count($this->all);
    }
}
class Account {
    private int $balance = 0;
    private ?string $owner = null;
    private bool $closed = false;
    private int $version = 0;
    private array $pending = [];
    private function __construct(private readonly string $id) {}
    public static function open(string $id, string $owner, DateTimeImmutable $at): self {
        $a = new self($id);
        $a->record(Opened::class, $at, owner: $owner);
        return $a;
    }
    public static function replay(string $id, iterable $events, ?array $snapshot = null): self {
        $a = new self($id);
        if ($snapshot) [0 => $a->version, "balance" => $a->balance, "owner" => $a->owner, "closed" => $a->closed] = [...$snapshot];
        foreach ($events as $event) $a->apply($event);
        return $a;
    }
    public function snapshot(): array {
        return [$this->version, 'balance' => $this->balance, 'owner' => $this->owner, 'closed' => $this->closed];
    }
    private function record(string $class, DateTimeImmutable $at, mixed ...$data): void {
        $event = new $class($this->id, $this->version + 1, $at, ...$data);
        $this->apply($event);
        $this->pending[] = $event;
    }
    private function apply(Event $event): void {
        $this->version = $event->version;
        $method = 'apply' . $event::class;
        if (method_exists($this, $method)) $this->$method($event);
    }
    private function applyOpened(Opened $e): void {
        $this->owner = $e->owner;
    }
    private function applyDeposited(Deposited $e): void {
        $this->balance += $e->cents;
    }
    private function applyWithdrawn(Withdrawn $e): void {
        $this->balance -= $e->cents;
    }
    private function applyClosed(): void {
        $this->closed = true;
    }
    public function deposit(int $cents, DateTimeImmutable $at, string $note = ''): static {
        $this->guard();
        $this->record(Deposited::class, $at, cents: $cents, note: $note);
        return $this;
    }
    public function withdraw(int $cents, DateTimeImmutable $at): static {
        $this->guard();
        if ($cents > $this->balance) throw new DomainException("{$this->owner} lacks " . ($cents - $this->balance));
        $this->record(Withdrawn::class, $at, cents: $cents);
        return $this;
    }
    public function close(DateTimeImmutable $at): static {
        $this->guard();
        $this->record(Closed::class, $at);
        return $this;
    }
    private function guard(): void {
        if ($this->closed) throw new LogicException("Account {$this->id} is closed");
    }
    public function commit(EventStore $store): void {
        $store->append($this->id, $this->version - count($this->pending), ...$this->pending);
        $this->pending = [];
    }
    public function balance(): int {
        return $this->balance;
    }
}
class MonthlyTotals {
    public array $rows = [];
    public function __invoke(Event $e): void {
        [$month, $sign] = [$e->at->format('Y-m'),
            match (true) { $e instanceof Deposited => 1, $e instanceof Withdrawn => -1, default => 0 }];
        if ($sign) {
            $this->rows[$month][$sign > 0 ? 'in' : 'out'] ??= 0;
            $this->rows[$month][$sign > 0 ? 'in' : 'out'] += $e->cents;
        }
    }
}
$store = new EventStore;
$totals = new MonthlyTotals;
$owners = [];
$store->on('*', $totals)->on(Opened::class, function (Opened $e) use (&$owners) {
    $owners[$e->aggregate] = $e->owner;
})->on(Closed::class, fn (Closed $e) => printf("closed %s at %s\n", $e->aggregate, $e->at->format('D, d M Y')));
$clock = new DateTimeImmutable('2024-01-30 10:00', new DateTimeZone('UTC'));
foreach (['anna', 'ben', 'carl', 'dora'] as $i => $name) Account::open("acc-$i", $name, $clock)->commit($store);
$seed = 42;
$faults = [];
for ($i = 0; $i < 1600; $i++) {
    $seed = ($seed * 1103515245 + 12345) & 0x7fffffff;
    $id = 'acc-' . $seed % 4;
    $clock = $clock->add(new DateInterval('PT7H'));
    $account = isset($snap[$id]) ? Account::replay($id, $store->load($id, $snap[$id][0]), $snap[$id]) : Account::replay($id,
        $store->load($id));
    try {
        ($seed >> 8) % 3 ? $account->deposit(($seed >> 5) % 9000, $clock, "note $i") : $account->withdraw(($seed >> 4) % 12000, $clock);
        $account->commit($store);
    }  catch (DomainException $e) {
        $faults[$e->getMessage()[0]][] = $e->getMessage();
    }
    if ($i % 40 === 0) $snap[$id] = $account->snapshot();
}
try {
    $stale = Account::replay('acc-1', $store->load('acc-1'));
    $other = Account::replay('acc-1', $store->load('acc-1'));
    $stale->deposit(1, $clock)->commit($store);
    $other->deposit(2, $clock)->commit($store);
}  catch (ConcurrencyException $e) {
    echo get_class($e), ' ', $e->getMessage(), ' code ', $e->getCode(), ' line ', $e->getLine(), "\n";
}
Account::replay('acc-0', $store->load('acc-0'))->close($clock)->commit($store);
try {
    Account::replay('acc-0', $store->load('acc-0'))->deposit(5, $clock);
}  catch (LogicException $e) {
    echo $e->getMessage(), "\n";
}
try {
    Event::fromArray(['type' => 'ArrayObject']);
}  catch (UnexpectedValueException $e) {
    echo $e->getMessage(), "\n";
}
try {
    Event::fromArray(['type' => 'Withdrawn', 'at' => '2024-01-01', 'data' => ['dollars' => 5], 'id' => 'x', 'version' => 1]);
}  catch (Error $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
ksort($totals->rows);
ksort($faults);
foreach ($totals->rows as $month => ['in' => $in, 'out' => $out]) printf("%s  in %10.2f  out %10.2f  net %+10.2f\n", $month, $in / 100,
    $out / 100, ($in - $out) / 100);
foreach ($faults as $who => $list) echo $who, ': ', count($list), ', last ', end($list), "\n";
foreach ($owners as $id => $owner) echo $owner, ' ', Account::replay($id, $store->load($id))->balance(), "\n";
echo count($store), ' ', md5(json_encode(iterator_to_array($store))), "\n";
