<?php

// League's CommonMark with GitHub's extensions: a parser of many classes and a renderer.

$converter = new League\CommonMark\GithubFlavoredMarkdownConverter();
$text = str_repeat("# Title of a *section*\n\nSome text with `code`, **bold**, [a link](https://example.com \"title\") and <https://example.org>.\n\n"
    . "- one\n- [x] two\n  1. nested\n\n> a quote\n\n```php\n\$x = 1 < 2;\n```\n\n| a | b |\n|---|:-:|\n| 1 | `2` |\n\n", 5);

return fn () => (string) $converter->convert($text);
