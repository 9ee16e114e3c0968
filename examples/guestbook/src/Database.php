<?php

declare(strict_types=1);

namespace Guestbook;

use PDO;

/** Opens the database; creates it with a few entries the first time. */
final class Database
{
    private const array FIRST_ENTRIES = [
        ['Ada', 'What a fine engine. It weaves pages as the loom weaves flowers and leaves.'],
        ['Grace', 'I looked for bugs and found only a moth.'],
        ['Zoë', "Grüße aus Köln! 日本語も大丈夫。\nAnd a second line."],
    ];

    public static function open(string $file): PDO
    {
        $pdo = new PDO('sqlite:' . $file, options: [
            PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
            PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC,
        ]);
        $pdo->exec('PRAGMA busy_timeout = 3000');
        if ($pdo->query("SELECT count(*) FROM sqlite_master WHERE name = 'entries'")->fetchColumn() === 0) {
            self::create($pdo);
        }
        return $pdo;
    }

    private static function create(PDO $pdo): void
    {
        $pdo->exec('PRAGMA journal_mode = WAL');
        $pdo->beginTransaction();
        $pdo->exec('CREATE TABLE entries (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            message TEXT NOT NULL,
            created INTEGER NOT NULL
        )');
        $insert = $pdo->prepare('INSERT INTO entries (name, message, created) VALUES (?, ?, ?)');
        foreach (self::FIRST_ENTRIES as $i => [$name, $message]) {
            $insert->execute([$name, $message, 1700000000 + $i * 86399]);
        }
        $pdo->commit();
    }
}
