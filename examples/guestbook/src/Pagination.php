<?php

declare(strict_types=1);

namespace Guestbook;

final class Pagination
{
    public readonly int $last;

    public function __construct(public readonly int $number, public readonly int $size, public readonly int $total)
    {
        $this->last = max(1, (int) ceil($total / $size));
    }

    public function offset(): int
    {
        return ($this->number - 1) * $this->size;
    }

    /** @return iterable<string, ?string> label => address, null for the current page */
    public function links(): iterable
    {
        if ($this->last === 1) {
            return;
        }
        if ($this->number > 1) {
            yield '‹ Newer' => $this->address($this->number - 1);
        }
        for ($i = 1; $i <= $this->last; $i++) {
            yield (string) $i => $i === $this->number ? null : $this->address($i);
        }
        if ($this->number < $this->last) {
            yield 'Older ›' => $this->address($this->number + 1);
        }
    }

    private function address(int $number): string
    {
        return $number === 1 ? '/' : '/?' . http_build_query(['page' => $number]);
    }
}
