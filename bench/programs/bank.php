<?php
// Accounts with exceptions, interfaces, enums, readonly values and a journal.
enum Kind: string { case Deposit = 'deposit'; case Withdrawal = 'withdrawal'; case Transfer = 'transfer';
    public function sign(): int { return match ($this) { self::Deposit => 1, self::Withdrawal, self::Transfer => -1 }; } }
final class Overdrawn extends RuntimeException {
    public function __construct(public readonly int $missing) { parent::__construct("$missing missing"); } }
final readonly class Entry { public function __construct(public Kind $kind, public int $amount, public ?Account $with = null) {} }
interface Observer { public function entered(Account $account, Entry $entry): void; }
final class Account {
    private int $balance = 0;
    private array $journal = [];
    /** @var Observer[] */
    private array $observers = [];
    public function __construct(private readonly string $name) {}
    public function observe(Observer ...$observers): static { $this->observers = [...$this->observers, ...$observers]; return $this; }
    public function name(): string { return $this->name; }
    public function balance(): int { return $this->balance; }
    private function enter(Kind $kind, int $amount, ?Account $with = null): void {
        $entry = new Entry($kind, $amount, with: $with);
        $this->balance += $kind->sign() * $entry->amount;
        $this->journal[] = $entry;
        foreach ($this->observers as $observer) {
            $observer->entered($this, $entry);
        }
    }
    public function deposit(int $amount): static { $this->enter(Kind::Deposit, $amount); return $this; }
    public function withdraw(int $amount, Kind $kind = Kind::Withdrawal, ?Account $to = null): static {
        if ($amount > $this->balance) {
            throw new Overdrawn($amount - $this->balance);
        }
        $this->enter($kind, $amount, $to);
        return $this;
    }
    public function transfer(int $amount, Account $to): void {
        $this->withdraw($amount, Kind::Transfer, $to);
        $to->deposit($amount);
    }
    public function statistics(): array {
        $sums = array_fill_keys(array_column(Kind::cases(), 'value'), 0);
        foreach ($this->journal as $entry) {
            $sums[$entry->kind->value] += $entry->amount;
        }
        return $sums;
    }
}
final class Counter implements Observer {
    public array $seen = [];
    public function entered(Account $account, Entry $entry): void {
        $key = $account->name() . ':' . $entry->kind->name;
        $this->seen[$key] = ($this->seen[$key] ?? 0) + 1;
    }
}
$counter = new Counter;
$accounts = array_map(fn (int $i) => (new Account("a$i"))->observe($counter)->deposit(1000 * ($i + 1)), range(0, 19));
$failed = $missing = 0;
for ($i = 1; $i < 60000; $i++) {
    try {
        $accounts[$i % 20]->transfer($i * 37 % 1500, $accounts[$i * 7 % 20]);
    } catch (Overdrawn $e) {
        $failed++;
        $missing += $e->missing;
    }
}
echo $failed, ' ', $missing, ' ', array_sum(array_map(fn ($a) => $a->balance(), $accounts)), ' ', count($counter->seen), "\n";
echo json_encode($accounts[3]->statistics()), ' ', $counter->seen['a3:Deposit'], "\n";
