<?php
// The object of a user stream that could not be opened is gone before scandir() tells of it; stream_bucket_new() says itself what
// is no stream.
class Folder
{
    public $context;

    public function dir_opendir()
    {
        echo "open\n";
        throw new Exception('no folder');
    }

    public function __destruct()
    {
        echo "gone\n";
    }
}

stream_wrapper_register('folder', 'Folder');
foreach (['scandir', 'opendir'] as $function) {
    try {
        var_dump($function('folder://x'));
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
}
$closed = fopen('php://memory', 'w');
fclose($closed);
foreach ([1, null, $closed, stream_context_create()] as $stream) {
    try {
        stream_bucket_new($stream, 'x');
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
