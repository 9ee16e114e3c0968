<?php
function markup_lines(string $text): array
{
    $blocks = [];
    $list = null;
    foreach (explode("\n", $text) as $number => $line) {
        if ($list !== null && (strlen($line) < 3 || substr($line, 0, 3) !== '  *')) {
            $blocks[] = ['list', $list, $number];
            $list = null;
        }
        if (preg_match('/^(=+) (.+?) \1$/', $line, $found)) {
            $blocks[] = ['heading', [7 - strlen($found[1]), $found[2]], $number];
        } elseif (strncmp($line, '  *', 3) === 0) {
            $list[] = ltrim(substr($line, 3));
        } elseif (trim($line) === '') {
            $blocks[] = ['break', null, $number];
        } else {
            $last = array_key_last($blocks);
            if ($last !== null && $blocks[$last][0] === 'text') {
                $blocks[$last][1] .= ' ' . $line;
            } else {
                $blocks[] = ['text', $line, $number];
            }
        }
    }
    if ($list !== null) {
        $blocks[] = ['list', $list, -1];
    }
    return $blocks;
}

function markup_inline(string $text): string
{
    $text = hsc($text);
    $text = preg_replace_callback('/\[\[([^|\]]+)(?:\|([^\]]+))?\]\]/', static function (array $m): string {
        $id = clean_id($m[1]);
        $class = page_exists($id) ? 'there' : 'missing';
        return '<a class="' . $class . '" href="' . url($id) . '">' . ($m[2] ?? $id) . '</a>';
    }, $text);
    foreach (['**' => 'strong', '//' => 'em', '__' => 'u'] as $mark => $tag) {
        $quoted = preg_quote($mark, '~');
        $text = preg_replace("~$quoted(?!:)(.+?)(?<!:)$quoted~", "<$tag>\$1</$tag>", $text);
    }
    return strtr($text, ['-&gt;' => '→', '&lt;-' => '←', '...' => '…', '(c)' => '©']);
}

function add_anchors(string $html): string
{
    return preg_replace_callback('/<h(\d)>(.*?)<\/h\1>/', fn ($m) => "<h$m[1] id=\"" . slug(strip_tags($m[2])) . "\">$m[2]</h$m[1]>", $html);
}
