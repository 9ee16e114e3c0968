<?php

// League's HTML to Markdown: a DOM tree turned into text from the leaves up.

$page = str_repeat('<h2>Head</h2><p>Text <b>bold</b> and <em>em</em>, <a href="/x" title="t">link</a> <code>x</code></p><ul><li>one</li><li>two</li></ul>'
    . '<pre><code>code();</code></pre><blockquote>quote</blockquote><table><tr><td>1</td></tr></table>', 8);

return fn () => (new League\HTMLToMarkdown\HtmlConverter())->convert($page);
