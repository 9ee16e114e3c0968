<?php
declare(strict_types=1);
namespace Wiki;

final class Page implements \Stringable
{
    private ?string $text = null;
    private array $headings = [];

    public function __construct(private readonly string $id, private readonly string $file) {}

    public function id(): string
    {
        return $this->id;
    }
    public function text(): string
    {
        return $this->text ??= read_file($this->file);
    }
    public function title(): string
    {
        return $this->headings[0]['text'] ?? '';
    }
    public function headings(): array
    {
        return $this->headings;
    }
    public function render(): string
    {
        $html = [];
        foreach (markup_lines($this->text()) as [$kind, $data]) {
            $html[] = match ($kind) {
                'heading' => $this->heading(...$data),
                'list' => '<ul>' . implode('', array_map(fn (string $item): string => '<li>' . markup_inline($item) . '</li>', $data)) . '</ul>',
                'text' => '<p>' . markup_inline($data) . '</p>',
                default => '',
            };
        }
        return implode("\n", array_filter($html));
    }
    private function heading(int $level, string $text): string
    {
        $this->headings[] = compact('level', 'text');
        return "<h$level>" . \hsc($text) . "</h$level>";
    }
    public function __toString(): string
    {
        return $this->render();
    }
}
