<?php
// Factorials and Fibonacci numbers as arrays of digits, printed by strings.
final class Big {
    private const BASE = 10_000_000;
    /** @param int[] $digits */
    private function __construct(private array $digits) {}
    public static function of(int $n): self { return new self([$n]); }
    public function plus(Big $other): static {
        $sum = [];
        $carry = 0;
        for ($i = 0, $n = max(count($this->digits), count($other->digits)); $i < $n; $i++) {
            $digit = ($this->digits[$i] ?? 0) + ($other->digits[$i] ?? 0) + $carry;
            $carry = $digit >= self::BASE ? 1 : 0;
            $sum[] = $digit - $carry * self::BASE;
        }
        if ($carry) {
            $sum[] = 1;
        }
        return new static($sum);
    }
    public function times(int $factor): static {
        $carry = 0;
        $product = [];
        foreach ($this->digits as $digit) {
            $carry += $digit * $factor;
            $product[] = $carry % self::BASE;
            $carry = intdiv($carry, self::BASE);
        }
        while ($carry > 0) {
            $product[] = $carry % self::BASE;
            $carry = intdiv($carry, self::BASE);
        }
        return new static($product);
    }
    public function __toString(): string {
        $text = (string) end($this->digits);
        for ($i = count($this->digits) - 2; $i >= 0; $i--) {
            $text .= str_pad((string) $this->digits[$i], 7, '0', STR_PAD_LEFT);
        }
        return $text;
    }
}
$factorial = Big::of(1);
for ($i = 2; $i <= 900; $i++) {
    $factorial = $factorial->times($i);
}
[$a, $b] = [Big::of(0), Big::of(1)];
for ($i = 0; $i < 6000; $i++) {
    [$a, $b] = [$b, $a->plus($b)];
}
echo md5("$factorial"), ' ', strlen((string) $factorial), ' ', md5("$a"), ' ', array_sum(str_split("$a")), "\n";
