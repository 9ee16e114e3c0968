<?php

declare(strict_types=1);

// Loads the application and returns the function that answers a request. Nothing here depends on a request, and nothing is
// opened, so it may run once for all of them.

use Blog\Application;
use Blog\Database;
use Blog\Pictures;
use Blog\Request;
use Blog\Session;
use Blog\View;

foreach (['Application', 'Database', 'Pictures', 'Post', 'Request', 'Response', 'Session', 'View'] as $class) {
    require_once __DIR__ . "/src/$class.php";
}

date_default_timezone_set('UTC');

$view = new View(__DIR__ . '/templates');
$data = getenv('BLOG_DATA') ?: __DIR__ . '/var';
$password = password_hash(getenv('BLOG_PASSWORD') ?: 'secret', PASSWORD_BCRYPT, ['cost' => 4]);

return static function () use ($view, $data, $password): void {
    $application = new Application(new Database("$data/blog.sqlite"), new Pictures($data), $view, new Session(), $password);
    $application->handle(Request::current())->send();
};
