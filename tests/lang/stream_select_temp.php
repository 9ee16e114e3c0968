<?php
// php://temp becomes a file when it is waited for, php://memory cannot.
foreach (['php://temp', 'php://memory'] as $path) {
    $read = [$stream = fopen($path, 'r+')];
    $none = null;
    fwrite($stream, 'text');
    rewind($stream);
    try {
        var_dump(stream_select($read, $none, $none, 0));
    } catch (ValueError $e) {
        echo $e->getMessage(), "\n";
    }
    var_dump(fread($stream, 10));
}
