<?php

declare(strict_types=1);

namespace Blog;

/** What a visitor asks for. */
final readonly class Request
{
    /**
     * @param array<string, mixed> $query
     * @param array<string, mixed> $form
     * @param array<string, array<string, mixed>> $files
     */
    public function __construct(
        public string $method,
        public string $path,
        public array $query,
        public array $form,
        public array $files,
    ) {
    }

    public static function current(): self
    {
        $path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
        return new self($_SERVER['REQUEST_METHOD'], is_string($path) ? rawurldecode($path) : '/', $_GET, $_POST, $_FILES);
    }

    public function text(string $name): string
    {
        $value = $this->form[$name] ?? '';
        return is_string($value) && preg_match('//u', $value) === 1 ? trim($value) : '';
    }
}
