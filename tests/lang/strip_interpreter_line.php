<?php
// The line that names the interpreter is no part of a file's source, but of a string's.
$file = __DIR__ . '/strip_interpreter_line.tmp';
file_put_contents($file, "#!/usr/bin/env php\n<?php\n/* c */ echo 1; // d\n");
echo php_strip_whitespace($file), "--\n";
highlight_file($file);
echo "\n--\n";
highlight_string(file_get_contents($file));
echo "\n";
unlink($file);
