<?php
function url(string $id = '', array $query = []): string
{
    global $conf;
    $url = ($conf['base'] ?? '/') . 'index.php';
    if ($id !== '') {
        $query = ['id' => $id] + $query;
    }
    return $query ? $url . '?' . hsc(http_build_query($query)) : $url;
}

function tag(string $name, array $attributes = [], ?string $content = null): string
{
    $html = '<' . $name;
    foreach ($attributes as $key => $value) {
        if ($value === null || $value === false) {
            continue;
        }
        $html .= ' ' . $key . ($value === true ? '' : '="' . hsc((string) $value) . '"');
    }
    return $html . ($content === null ? ' />' : ">$content</$name>");
}

function link_to(string $id, ?string $label = null, string ...$classes): string
{
    return tag('a', ['href' => url($id), 'class' => implode(' ', $classes) ?: null, 'rel' => page_exists($id) ? null : 'nofollow'], hsc($label ?? $id));
}
