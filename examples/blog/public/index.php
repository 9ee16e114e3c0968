<?php

declare(strict_types=1);

// The front controller: every address that is not a file in this folder arrives here.

if (PHP_SAPI === 'cli-server' && is_file(__DIR__ . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH))) {
    return false;
}

(require __DIR__ . '/../boot.php')();
