<?php
// The handler of what is reported about a file's code throws: the code goes, with all its literals.
set_error_handler(function ($number, $text, $file, $line) { throw new ErrorException($text, 0, $number, $file, $line); });
for ($i = 0; $i < 50; $i++) {
    try {
        require __DIR__ . '/files/deprecated_parameters.php';
    } catch (ErrorException $e) {
        $all[] = $e;
    }
    for ($j = 0; $j < 100; $j++) {
        $texts[] = str_repeat('x', $j);
    }
}
echo count($all), ' ', $all[0]->getMessage(), ' ', $all[0]->getLine(), "\n";
