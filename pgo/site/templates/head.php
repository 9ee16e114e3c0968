<?php
$meta = ['generator' => 'wiki', 'robots' => page_exists($INFO['id']) ? 'index,follow' : 'noindex'];
foreach ($meta as $name => $content) {
    echo tag('meta', ['name' => $name, 'content' => $content]), "\n";
}
foreach (['screen' => 'all.css', 'print' => 'print.css'] as $media => $file) {
    if (file_exists(ROOT . "/style/$file")) {
        echo tag('link', ['rel' => 'stylesheet', 'media' => $media, 'href' => conf('base') . "style/$file?t=" . filemtime(ROOT . "/style/$file")]);
    }
}
echo '<script>const WIKI = ', json_encode(['id' => $INFO['id'], 'user' => $INFO['user']['name'], 'base' => conf('base')], JSON_UNESCAPED_SLASHES), ';</script>';
