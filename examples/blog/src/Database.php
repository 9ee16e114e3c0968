<?php

declare(strict_types=1);

namespace Blog;

use PDO;

/** The posts, in a SQLite file that is made when it is first needed. */
final class Database
{
    private ?PDO $pdo = null;

    public function __construct(private readonly string $file)
    {
    }

    /** @return list<Post> */
    public function latest(int $most, int $offset): array
    {
        $rows = $this->run('SELECT * FROM posts ORDER BY id DESC LIMIT ? OFFSET ?', [$most, $offset])->fetchAll();
        return array_map(Post::of(...), $rows);
    }

    public function count(): int
    {
        return (int) $this->run('SELECT count(*) FROM posts')->fetchColumn();
    }

    public function find(int $id): ?Post
    {
        $row = $this->run('SELECT * FROM posts WHERE id = ?', [$id])->fetch();
        return $row === false ? null : Post::of($row);
    }

    public function add(string $title, string $text, ?string $picture, int $time): int
    {
        $this->run('INSERT INTO posts (title, text, picture, time) VALUES (?, ?, ?, ?)', [$title, $text, $picture, $time]);
        return (int) $this->open()->lastInsertId();
    }

    public function remove(int $id): void
    {
        $this->run('DELETE FROM posts WHERE id = ?', [$id]);
    }

    /** @param list<mixed> $values */
    private function run(string $sql, array $values = []): \PDOStatement
    {
        $statement = $this->open()->prepare($sql);
        $statement->execute($values);
        return $statement;
    }

    private function open(): PDO
    {
        if ($this->pdo === null) {
            $this->pdo = new PDO("sqlite:$this->file", options: [PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC]);
            $this->pdo->exec('PRAGMA busy_timeout = 3000');
            $this->pdo->exec('CREATE TABLE IF NOT EXISTS posts
                (id INTEGER PRIMARY KEY, title TEXT NOT NULL, text TEXT NOT NULL, picture TEXT, time INTEGER NOT NULL)');
            if ($this->count() === 0) {
                $this->add('Hello, reader', "This is a blog in plain PHP.\n\nLog in, write something, add a picture.", null, 1735732800);
            }
        }
        return $this->pdo;
    }
}
