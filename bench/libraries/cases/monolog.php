<?php

// Monolog: ten records with placeholders and context, as lines and as JSON.

use Monolog\{Formatter\JsonFormatter, Formatter\LineFormatter, Handler\StreamHandler, Logger, Processor\PsrLogMessageProcessor};

$stream = fopen('php://memory', 'w+');
$handler = new StreamHandler($stream);
$log = new Logger('app', [$handler]);
$log->pushProcessor(new PsrLogMessageProcessor());
$json = new JsonFormatter();
$lines = new LineFormatter("[%datetime%] %channel%.%level_name%: %message% %context% %extra%\n");

return function () use ($log, $stream, $handler, $json, $lines): int {
    rewind($stream);
    ftruncate($stream, 0);
    for ($i = 0; $i < 10; $i++) {
        $handler->setFormatter($i & 1 ? $json : $lines);
        $log->info('User {name} did {n}', ['name' => 'joe', 'n' => $i, 'o' => ['a' => 1, 'b' => [true, null]]]);
    }
    return 1;
};
