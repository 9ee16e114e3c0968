<?php

declare(strict_types=1);

namespace Blog;

/** What somebody has written. */
final readonly class Post
{
    public function __construct(
        public int $id,
        public string $title,
        public string $text,
        public int $time,
        public ?string $picture,
    ) {
    }

    /** @param array<string, mixed> $row */
    public static function of(array $row): self
    {
        return new self((int) $row['id'], $row['title'], $row['text'], (int) $row['time'], $row['picture']);
    }

    /** @return list<string> */
    public function paragraphs(): array
    {
        return preg_split('/\R{2,}/', trim($this->text)) ?: [];
    }
}
