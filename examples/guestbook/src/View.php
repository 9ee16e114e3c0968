<?php

declare(strict_types=1);

namespace Guestbook;

/** Templates are PHP files; $e escapes for HTML. */
final class View
{
    public function __construct(private readonly string $folder)
    {
    }

    /** @param array<string, mixed> $variables */
    public function page(string $template, string $title, array $variables): string
    {
        return $this->render('layout', ['title' => $title, 'content' => $this->render($template, $variables)]);
    }

    /** @param array<string, mixed> $variables */
    public function render(string $template, array $variables): string
    {
        $e = static fn (string|int $text): string => htmlspecialchars((string) $text, ENT_QUOTES | ENT_SUBSTITUTE);
        extract($variables, EXTR_SKIP);
        ob_start();
        try {
            require "$this->folder/$template.php";
            return ob_get_contents();
        } finally {
            ob_end_clean();
        }
    }
}
