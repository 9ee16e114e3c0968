<?php
// Prices as values: money with currencies, lines with hooks, rules with named and spread arguments.
declare(strict_types=1);
namespace Shop\Pricing;
interface HasCurrency {
    public function currency(): Currency;
}
enum Currency: string {
    case EUR = 'EUR';
    case USD = 'USD';
    case JPY = 'JPY';
    const
    DEFAULT = self::EUR;
    public function digits(): int {
        return match ($this) { self::JPY => 0, default => 2 };
    }
    public static function parse(string $text): self {
        return self::tryFrom(strtoupper(trim($text))) ?? throw new \InvalidArgumentException("Unknown currency '$text'");
    }
}
final readonly class Money implements HasCurrency, \Stringable, \JsonSerializable {
    private function __construct(public int $minor, public Currency $currency) {}
    public static function of(int|float|string $amount, Currency $currency = Currency::DEFAULT): static {
        $factor = 10 ** $currency->digits();
        return new static((int) round((float) $amount * $factor), $currency);
    }
    public static function zero(Currency $currency): static {
        return new static(0, $currency);
    }
    public function currency(): Currency {
        return $this->currency;
    }
    public function plus(self ...$others): static {
        $sum = $this->minor;
        foreach ($others as $position => $other) {
            if ($other->currency !== $this->currency) throw new \LogicException(sprintf('Argument %s: %s is not %s', $position,
                $other->currency->name, $this->currency->name));
            $sum += $other->minor;
        }
        return $this->with(minor: $sum);
    }
    public function times(float|int $factor, int $mode = PHP_ROUND_HALF_UP): static {
        return $this->with(minor: (int) round($this->minor * $factor, 0, $mode));
    }
    /** @return list<static> */
    public function allocate(int ...$ratios): array {
        $total = array_sum($ratios);
        $rest = $this->minor;
        $parts = [];
        foreach ($ratios as $key => $ratio) {
            $share = intdiv($this->minor * $ratio, $total);
            $parts[$key] = $share;
            $rest -= $share;
        }
        foreach ($parts as &$part) {
            if ($rest <= 0) break;
            $part++;
            $rest--;
        }
        unset($part);
        return array_map(fn (int $minor) => $this->with(minor: $minor), $parts);
    }
    private function with(?int $minor = null, ?Currency $currency = null): static {
        return new static($minor ?? $this->minor, $currency ?? $this->currency);
    }
    public function __toString(): string {
        return number_format($this->minor / 10 ** $this->currency->digits(), $this->currency->digits(), '.', "'") . ' ' .
            $this->currency->value;
    }
    public function jsonSerialize(): array {
        return ['amount' => $this->minor, 'currency' => $this->currency];
    }
    public function equals(mixed $other): bool {
        return $other instanceof self && $other == $this;
    }
}
final class Line {
    public function __construct(public readonly string $sku, public readonly Money $price, public readonly int $quantity = 1,
        public readonly array $tags = []) {
        if ($quantity < 1) throw new \DomainException("Quantity of $sku must be positive, $quantity given");
    }
    public Money $total {
        get => $this->price->times($this->quantity);
    }
}
abstract class Rule {
    private static int $created = 0;
    public readonly int $id;
    public function __construct(protected readonly string $label) {
        $this->id = ++self::$created;
    }
    abstract public function apply(Money $money, Line ...$lines): Money;
    public function __toString(): string {
        return static::class . "#{$this->id}({$this->label})";
    }
}
class Percent extends Rule {
    public function __construct(private readonly float $percent, string $label = 'percent') {
        parent::__construct(label: $label);
    }
    public function apply(Money $money, Line ...$lines): Money {
        return $money->times(1 - $this->percent / 100, mode: PHP_ROUND_HALF_EVEN);
    }
}
class BuyNGetOne extends Rule {
    public function __construct(private readonly string $sku, private readonly int $n) {
        parent::__construct("$n of $sku");
    }
    public function apply(Money $money, Line ...$lines): Money {
        foreach ($lines as $line) if ($line->sku === $this->sku) $money = $money->plus($line->price->times(-intdiv($line->quantity,
            $this->n + 1)));
        return $money;
    }
}
$lines = [ new Line('apple', Money::of('0.35'), quantity: 12, tags: ['fruit']),
    new Line(sku: 'tea', price: Money::of(4.995), tags: ['drink', 'hot']), new Line('bread', price: Money::of(3), quantity: 2), ];
$rules = [new BuyNGetOne(n: 2, sku: 'apple'), new Percent(7.5), new Percent(percent: 2, label: 'cash')];
foreach ($lines as $line) printf("%-8s %3d x %10s = %12s [%s]\n", $line->sku, $line->quantity, $line->price, $line->total,
    implode(', ', $line->tags));
$sum = Money::zero(Currency::EUR)->plus(...array_map(fn ($l) => $l->total, $lines));
echo "Sum $sum\n";
foreach ($rules as $rule) {
    $sum = $rule->apply($sum, ...$lines);
    echo "  after $rule: $sum\n";
}
echo json_encode($sum->allocate(3, 2, 2)), "\n", json_encode($sum->allocate(...['a' => 1, 'b' => 1, 'c' => 1]), JSON_PRETTY_PRINT), "\n";
var_dump($sum->equals(Money::of(1)), Money::of(2)->equals(Money::of('2.00')), Money::of(1) <=> Money::of(2));
foreach ([fn () => Money::of(1, Currency::parse(' gbp ')), fn () => Money::of(1)->plus(Money::of(2), x: Money::of(5, Currency::JPY)),
    fn () => new Line('x', Money::of(1), 0), fn () => Money::of(1)->minor = 5, fn () => new Line(price: Money::of(1)),
    fn () => Money::of(null), fn () => new Money(1, Currency::EUR), fn () => Money::of(amont: 1), fn () => clone(Currency::EUR),
    fn () => Currency::from('X'), fn () => $lines[0]->total = Money::of(1), fn () => Money::of(1)->foo,
    fn () => new Line('x', 'y')] as $i => $fault) {
    try {
        var_dump($fault());
    }  catch (\Throwable $e) {
        echo $i, ': ', get_class($e), ': ', preg_replace('~/\S+/~', '', $e->getMessage()), "\n";
    }
}
$work = Money::zero(Currency::JPY);
$checks = 0;
for ($i = 1; $i <= 12000; $i++) {
    $m = Money::of($i / 7, $i % 3 ? Currency::EUR : Currency::JPY);
    foreach ($rules as $rule) $m = $rule->apply($m, ...($m->currency() === Currency::JPY ? [] : ["line" => $lines[0]]));
    $parts = $m->allocate(1, $i % 5, 3);
    $checks = ($checks * 31 + $parts[0]->minor + strlen((string) $m)) % 1000003;
    if ($m->currency() === Currency::JPY) $work = $work->plus($m);
}
echo $work, ' ', $checks, "\n";
