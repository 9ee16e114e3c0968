<?php

// Masterminds' HTML5 parses a page into a DOM tree and writes it out again.

$page = '<!DOCTYPE html><html><head><title>A &amp; B</title></head><body>' . str_repeat(
    '<section class="s"><h2 id=x>Head</h2><p>Text <b>bold <i>both</b> it</i> &copy; &#8364; <a href="/x?a=1&amp;b=2">link</a><br><ul><li>one<li>two</ul></section>',
    25,
) . '</body></html>';

return function () use ($page): string {
    $html = new Masterminds\HTML5();
    return $html->saveHTML($html->loadHTML($page));
};
