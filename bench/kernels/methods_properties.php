<?php
// Typed and untyped properties, accessors, interface and static calls.

interface Shape
{
    public function area(): int;
}

final class Rectangle implements Shape
{
    private static int $made = 0;

    public function __construct(private int $width, private int $height)
    {
        self::$made++;
    }

    public function area(): int
    {
        return $this->width * $this->height;
    }

    public function grow(int $by): static
    {
        $this->width += $by;
        $this->height -= $by;
        return $this;
    }

    public static function made(): int
    {
        return self::$made;
    }
}

class Counter
{
    public $value = 0;
    protected array $seen = [];

    public function increment()
    {
        $this->value++;
        return $this;
    }

    public function add(int $n): void
    {
        $this->value = ($this->value + $n) % 1000003;
        $this->seen[$n & 63] = $this->value;
    }

    public function total(): int
    {
        return $this->value + count($this->seen);
    }
}

class LoudCounter extends Counter
{
    const STEP = 3;

    public function increment()
    {
        parent::increment();
        $this->value += static::STEP;
        return $this;
    }
}

function exercise(Counter $counter, Shape $shape, int $rounds): int
{
    for ($i = 0; $i < $rounds; $i++) {
        $counter->increment()->add($i);
        $shape->grow($i % 3 - 1);
        $counter->add($shape->area());
        $counter->value ^= 5;
    }
    return $counter->total();
}

function main(): void
{
    $checksum = exercise(new Counter(), new Rectangle(20, 30), 900000);
    $checksum += exercise(new LoudCounter(), new Rectangle(7, 9), 900000);
    for ($i = 0; $i < 300000; $i++) {
        $checksum += (new Rectangle($i & 7, 3))->area();
    }
    echo $checksum, ' ', Rectangle::made(), "\n";
}

main();
