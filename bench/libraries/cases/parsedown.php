<?php

// Parsedown renders a document with headings, lists, code, a table, links and quotes.

require LIBRARIES . '/Parsedown/Parsedown.php';

$text = str_repeat(<<<'MARKDOWN'
    # Title of a *section*

    Some text with `code`, **bold**, _emphasis_, [a link](https://example.com "title"), ![image](/a.png) and <https://example.org>.
    A second line of it  
    with a break, http://plain.example/x?y=1 and 2 < 3 & more.

    - one
    - two
      1. nested
      2. list

    > a quote
    > of two lines

    ```php
    $x = 1 < 2;
    ```

    | a | b |
    |---|:-:|
    | 1 | `2` |


    MARKDOWN, 5);

return fn () => (new Parsedown())->text($text);
