<?php
// A small part of Markdown: blocks line by line, spans by expressions.
final class Markdown {
    private array $links = [];
    public function convert(string $text): string {
        $html = '';
        $list = [];
        $paragraph = [];
        $flush = function () use (&$html, &$list, &$paragraph): void {
            if ($paragraph) {
                $html .= '<p>' . $this->spans(implode("\n", $paragraph)) . "</p>\n";
            }
            if ($list) {
                $html .= "<ul>\n" . implode('', array_map(fn ($item) => '<li>' . $this->spans($item) . "</li>\n", $list)) . "</ul>\n";
            }
            $list = $paragraph = [];
        };
        $code = null;
        foreach (explode("\n", $text) as $line) {
            if (str_starts_with($line, '```')) {
                if ($code === null) {
                    $flush();
                    $code = [];
                } else {
                    $html .= '<pre>' . htmlspecialchars(implode("\n", $code)) . "</pre>\n";
                    $code = null;
                }
            } elseif ($code !== null) {
                $code[] = $line;
            } elseif (trim($line) === '') {
                $flush();
            } elseif ($line[0] === '#') {
                $flush();
                $level = strspn($line, '#');
                $html .= "<h$level>" . $this->spans(trim($line, '# ')) . "</h$level>\n";
            } elseif ($line[0] === '*' && ($line[1] ?? '') === ' ') {
                $list[] = substr($line, 2);
            } else {
                $paragraph[] = $line;
            }
        }
        $flush();
        return $html;
    }
    private function spans(string $text): string {
        $text = htmlspecialchars($text, ENT_NOQUOTES);
        $text = preg_replace(['/\*\*(.+?)\*\*/s', '/\*(.+?)\*/s', '/`(.+?)`/'], ['<b>$1</b>', '<i>$1</i>', '<code>$1</code>'], $text);
        return preg_replace_callback('/\[([^]]+)\]\(([^)]+)\)/', function (array $m): string {
            $this->links[$m[2]] = ($this->links[$m[2]] ?? 0) + 1;
            return "<a href=\"$m[2]\">$m[1]</a>";
        }, $text);
    }
    public function links(): array { return $this->links; }
}
$part = "# Title %d\n\nSome *emphasis*, **strong** and `code` with <tags> & a [link %d](http://example.org/%d).\nSecond line.\n\n* one\n* two **b**\n"
    . "* three [x](y)\n\n```\n\$a = 1 < 2;\n```\n\n## Sub\n\nLast paragraph here.\n\n";
$text = '';
for ($i = 0; $i < 40; $i++) {
    $text .= sprintf($part, $i, $i, $i % 5);
}
$markdown = new Markdown;
for ($round = 0; $round < 600; $round++) {
    $html = $markdown->convert($text);
}
echo md5($html), ' ', json_encode($markdown->links()), "\n";
