<?php

declare(strict_types=1);

namespace Guestbook;

use JsonSerializable;

final readonly class Entry implements JsonSerializable
{
    public function __construct(
        public int $id,
        public string $name,
        public string $message,
        public int $created,
    ) {
    }

    /** @param array{id: int, name: string, message: string, created: int} $row */
    public static function fromRow(array $row): self
    {
        return new self(...$row);
    }

    public function date(): string
    {
        return date('j F Y, H:i', $this->created);
    }

    public function jsonSerialize(): array
    {
        return [...get_object_vars($this), 'created' => gmdate('c', $this->created)];
    }
}
