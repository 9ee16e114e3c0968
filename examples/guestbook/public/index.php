<?php

declare(strict_types=1);

// The front controller: every address that is not a file in this folder arrives here.

use Guestbook\Application;
use Guestbook\Database;
use Guestbook\EntryRepository;
use Guestbook\Request;
use Guestbook\View;

spl_autoload_register(static function (string $class): void {
    $prefix = 'Guestbook\\';
    if (str_starts_with($class, $prefix)) {
        require __DIR__ . '/../src/' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
    }
});

date_default_timezone_set('UTC');

$database = getenv('GUESTBOOK_DATABASE') ?: dirname(__DIR__) . '/var/guestbook.sqlite';
$application = new Application(
    new EntryRepository(Database::open($database)),
    new View(dirname(__DIR__) . '/templates'),
);
$application->handle(Request::fromGlobals())->send();
