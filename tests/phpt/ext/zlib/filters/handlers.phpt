--TEST--
An error handler that closes the stream whose filter failed
--DESCRIPTION--
PHP 8.4 corrupts its heap here and ends in abort().
--EXTENSIONS--
zlib
--FILE--
<?php
set_error_handler(function ($level, $message) use (&$stream) {
    echo "$message\n";
    if (is_resource($stream)) { fclose($stream); }
    return true;
});
$stream = fopen('php://memory', 'w+');
fwrite($stream, 'this is not deflated');
rewind($stream);
stream_filter_append($stream, 'zlib.inflate', STREAM_FILTER_READ);
var_dump(fread($stream, 10));
var_dump(is_resource($stream));
$stream = fopen('php://memory', 'w+');
var_dump(stream_filter_append($stream, 'zlib.deflate', STREAM_FILTER_WRITE, ['level' => 77]));
--EXPECTF--
fread(): zlib: data error
bool(false)
bool(false)
stream_filter_append(): Invalid compression level specified. (77)
resource(%d) of type (stream filter)
