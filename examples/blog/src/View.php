<?php

declare(strict_types=1);

namespace Blog;

/** Pages from the templates of a folder. */
final readonly class View
{
    public function __construct(private string $folder)
    {
    }

    /** @param array<string, mixed> $variables */
    public function page(string $template, array $variables): string
    {
        $content = $this->render($template, $variables);
        return $this->render('layout', ['content' => $content] + $variables);
    }

    /** @param array<string, mixed> $variables */
    private function render(string $template, array $variables): string
    {
        $e = static fn (string $text): string => htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE);
        extract($variables, EXTR_SKIP);
        ob_start();
        require "$this->folder/$template.php";
        return (string) ob_get_clean();
    }
}
