<?php

declare(strict_types=1);

namespace Guestbook;

final class Response
{
    /** @var list<array{string, string, int}> */
    private array $cookies = [];

    /** @param array<string, string> $headers */
    public function __construct(
        private readonly string $body,
        private readonly int $status = 200,
        private readonly array $headers = ['Content-Type' => 'text/html; charset=utf-8'],
    ) {
    }

    public static function redirect(string $location): self
    {
        return new self('', 303, ['Location' => $location]);
    }

    public function withCookie(string $name, string $value, int $expires): static
    {
        $copy = clone $this;
        $copy->cookies[] = [$name, $value, $expires];
        return $copy;
    }

    public function send(): void
    {
        http_response_code($this->status);
        foreach ($this->headers as $name => $value) {
            header("$name: $value");
        }
        foreach ($this->cookies as [$name, $value, $expires]) {
            setcookie($name, $value, ['expires' => $expires, 'path' => '/', 'httponly' => true, 'samesite' => 'Lax']);
        }
        echo $this->body;
    }
}
