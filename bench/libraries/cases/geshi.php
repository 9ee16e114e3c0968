<?php

// GeSHi highlights PHP and HTML sources: long patterns, texts looked through byte by byte.

require LIBRARIES . '/../php-geshi/geshi.php';

$sources = ['php' => file_get_contents(LIBRARIES . '/Parsedown/Parsedown.php', length: 20000), 'html5' => str_repeat("<div class=\"a\" id='b'>\n<!-- note --><p>text &amp; more</p>\n</div>\n", 60)];

return function () use ($sources): string {
    $highlighted = '';
    foreach ($sources as $language => $source) {
        $geshi = new GeSHi($source, $language);
        $geshi->enable_classes();
        $highlighted .= $geshi->parse_code();
    }
    return $highlighted;
};
