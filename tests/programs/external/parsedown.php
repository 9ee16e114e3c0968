<?php

// Parsedown renders its own test documents, one by one, and all of them as one large document.

$source = $argv[1];
require "$source/Parsedown.php";

$files = [...glob("$source/test/data/*.md"), "$source/README.md", ...glob(dirname($source, 2) . '/*/src/{CHANGELOG,README}*.md', GLOB_BRACE)];
sort($files);

$whole = '';
foreach ($files as $file) {
    $text = file_get_contents($file);
    echo '== ', basename($file), "\n", (new Parsedown())->text($text), "\n";
    echo (new Parsedown())->setSafeMode(true)->setBreaksEnabled(true)->text($text), "\n";
    $whole .= "$text\n\n";
}
$whole = str_repeat($whole, (int) ceil(1000000 / strlen($whole)));
echo strlen($whole), "\n", (new Parsedown())->text($whole), "\n";
echo (new Parsedown())->setMarkupEscaped(true)->line("one *two* **three** `four` <b>five</b> [six](/seven 'eight') ~~nine~~ http://ten.example"), "\n";
