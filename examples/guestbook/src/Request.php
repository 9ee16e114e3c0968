<?php

declare(strict_types=1);

namespace Guestbook;

/** What the application wants to know of an HTTP request. */
final readonly class Request
{
    /**
     * @param array<string, mixed> $query
     * @param array<string, mixed> $form
     * @param array<string, string> $cookies
     */
    public function __construct(
        public string $method,
        public string $path,
        public array $query = [],
        public array $form = [],
        public array $cookies = [],
    ) {
    }

    public static function fromGlobals(): self
    {
        $path = parse_url($_SERVER['REQUEST_URI'] ?? '/', PHP_URL_PATH) ?: '/';
        return new self(
            // A HEAD request is a GET whose body the server leaves out.
            $_SERVER['REQUEST_METHOD'] === 'HEAD' ? 'GET' : $_SERVER['REQUEST_METHOD'],
            rawurldecode($path),
            $_GET,
            $_POST,
            array_filter($_COOKIE, is_string(...)),
        );
    }

    public function page(): int
    {
        $page = $this->query['page'] ?? '';
        return is_string($page) && preg_match('/^[1-9]\d{0,8}$/D', $page) ? (int) $page : 1;
    }
}
