<?php

declare(strict_types=1);

namespace Guestbook;

use PDO;

final class EntryRepository
{
    public function __construct(private readonly PDO $pdo)
    {
    }

    public function count(): int
    {
        return $this->pdo->query('SELECT count(*) FROM entries')->fetchColumn();
    }

    /** @return list<Entry> the newest first */
    public function page(Pagination $page): array
    {
        $statement = $this->pdo->prepare('SELECT * FROM entries ORDER BY id DESC LIMIT :limit OFFSET :offset');
        $statement->bindValue('limit', $page->size, PDO::PARAM_INT);
        $statement->bindValue('offset', $page->offset(), PDO::PARAM_INT);
        $statement->execute();
        return array_map(Entry::fromRow(...), $statement->fetchAll());
    }

    /** @return iterable<Entry> the oldest first */
    public function all(): iterable
    {
        foreach ($this->pdo->query('SELECT * FROM entries ORDER BY id') as $row) {
            yield Entry::fromRow($row);
        }
    }

    public function find(int $id): ?Entry
    {
        $statement = $this->pdo->prepare('SELECT * FROM entries WHERE id = ?');
        $statement->execute([$id]);
        $row = $statement->fetch();
        return $row === false ? null : Entry::fromRow($row);
    }

    public function add(string $name, string $message, int $created): int
    {
        $this->pdo
            ->prepare('INSERT INTO entries (name, message, created) VALUES (:name, :message, :created)')
            ->execute(compact('name', 'message', 'created'));
        return (int) $this->pdo->lastInsertId();
    }
}
