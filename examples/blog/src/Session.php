<?php

declare(strict_types=1);

namespace Blog;

/** What is known of a visitor from one request to the next. It begins when it is needed: readers get no cookie. */
final class Session
{
    public function isAuthor(): bool
    {
        return isset($_COOKIE[session_name()]) && $this->start() && ($_SESSION['author'] ?? false);
    }

    public function logIn(): void
    {
        $this->start();
        session_regenerate_id(true);
        $_SESSION['author'] = true;
    }

    public function logOut(): void
    {
        $this->start();
        $_SESSION = [];
        session_regenerate_id(true);
    }

    /** A word that forms carry, so that no other site can send them. */
    public function token(): string
    {
        $this->start();
        return $_SESSION['token'] ??= bin2hex(random_bytes(16));
    }

    public function say(string $message): void
    {
        $this->start();
        $_SESSION['message'] = $message;
    }

    /** The message for this page, once. */
    public function message(): ?string
    {
        if (!isset($_COOKIE[session_name()])) {
            return null;
        }
        $this->start();
        $message = $_SESSION['message'] ?? null;
        unset($_SESSION['message']);
        return $message;
    }

    private function start(): bool
    {
        return session_status() === PHP_SESSION_ACTIVE
            || session_start(['cookie_httponly' => true, 'cookie_samesite' => 'Lax', 'use_strict_mode' => true]);
    }
}
